"""Playing levels: stored ones, pasted ones, and those that a link carries."""

from fastapi import APIRouter

router = APIRouter()

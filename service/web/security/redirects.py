"""Where forms lead back to."""


def local(address: str) -> str:
    """An address of this service as it is, and for any other one the first page."""
    inside = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if inside else "/"

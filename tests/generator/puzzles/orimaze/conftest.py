"""Settings of hypothesis for tests that may compile a kernel or ask a slow oracle on the way."""

from hypothesis import settings

settings.register_profile("without deadline", deadline=None)
settings.load_profile("without deadline")

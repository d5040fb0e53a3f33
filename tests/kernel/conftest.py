"""tests/kernel: what cucore_kernel.h makes of views, against NumPy; the library is built by make."""
import os

from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True, max_examples=int(os.environ.get("CUCORE_EXAMPLES", 150 if os.environ.get("CUCORE_TEST_EVERY") else 50)))
settings.load_profile("suite")

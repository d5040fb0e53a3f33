import os

from hypothesis import HealthCheck, settings

import copies

settings.register_profile("quick", max_examples=copies.examples(300), deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("thorough", max_examples=10000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

import os

from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=150 if os.environ.get("CUCORE_TEST_EVERY") else 50, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("thorough", max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

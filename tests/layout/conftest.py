import os

from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("thorough", max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

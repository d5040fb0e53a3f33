import os

from hypothesis import HealthCheck, settings

import copying

settings.register_profile("quick", max_examples=copying.examples(200), deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("thorough", max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

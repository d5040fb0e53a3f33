import importlib.util
import pathlib
import sys

FAKE = pathlib.Path(__file__).parent.parent / "fake"
sys.path[:0] = [str(FAKE.parent), str(FAKE)]
spec = importlib.util.spec_from_file_location("conftest_of_the_fake_driver", FAKE / "conftest.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
fake = module.fake

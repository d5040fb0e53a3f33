"""What lives when the tests of a file begin is left out of the garbage collections in them: JAX and thousands of tests are
some million objects, which each gc.collect() would walk."""
import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def only_new_objects_are_collected():
    gc.collect()
    gc.freeze()

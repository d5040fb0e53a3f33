"""What was imported until the tests begin is left out of every garbage collection: JAX and the thousands of tests are some
million objects, which gc.collect() would walk in each test that calls it."""
import gc


def pytest_collection_finish():
    gc.collect()
    gc.freeze()

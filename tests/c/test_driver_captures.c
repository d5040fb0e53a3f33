/* test_driver_captures.c - captures.h on the fake driver */
#include "captures.h"
#include "../fake_driver/fake_cuda.h"

static const char *image(void)
{
    return "an image";
}

int main(void)
{
    make_world();
    RUN(test_memory);
    RUN(test_a_later_call_frees);
    RUN(test_the_captured_stream_is_gone);
    RUN(test_memory_of_the_graph);
    RUN(test_what_is_said_of_memory_of_the_graph);
    RUN(test_calls_on_streams);
    RUN(test_other_calls);
    drop_world();
    return check_end();
}

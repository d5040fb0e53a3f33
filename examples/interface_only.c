/* gcc -I. examples/interface_only.c -ldl -lpthread -o interface_only && ./interface_only
 *
 * The fields of __array_interface__ and __cuda_array_interface__ in plain C, without Python: a language runtime, a file format or
 * another process brings them; they become a view, and a view becomes fields.  The memory here is the CPU's; for
 * CUCORE_PROTOCOL_CAI the same calls ask the CUDA driver about the address. */
#define CUCORE_STATIC
#include "cucore_cai.h"

#include <stdio.h>
#include <stdlib.h>

/* BEGIN mean */
/* The mean of an array that comes as fields: numbers from elsewhere, each is checked. */
static cucore_status mean(const cucore_interface *fields, double *out)
{
    static const cucore_arg expected = CUCORE_ARG("x", "float64", "n, m", CUCORE_HOST_ACCESSIBLE);
    cucore_view x;
    double sum = 0;
    int64_t i, j;
    cucore_status status = cucore_view_from_interface(fields, &expected, &x);
    if (status) return status; /* cucore_last_error()->message has the reason, with the value */
    for (i = 0; i < x.layout.shape[0]; i++) {
        for (j = 0; j < x.layout.shape[1]; j++) {
            sum += ((const double *)x.ptr)[i * x.layout.strides[0] + j * x.layout.strides[1]]; /* strides in elements */
        }
    }
    *out = sum / (double)cucore_view_size(&x);
    cucore_view_release(&x); /* the memory is still its owner's */
    return CUCORE_OK;
}
/* END */

/* Prints the fields of a view as the dict that Python would see. */
static cucore_status show(const cucore_view *view)
{
    cucore_interface_room room; /* has what the fields point to */
    cucore_interface fields;
    int i;
    cucore_status status = cucore_view_to_interface(view, CUCORE_PROTOCOL_ARRAY_INTERFACE, &room, &fields);
    if (status) return status;
    printf("{'version': 3, 'typestr': '%s', 'shape': (", fields.typestr);
    for (i = 0; i < fields.ndim; i++) printf("%lld, ", (long long)fields.shape[i]);
    printf("), 'strides': ");
    for (i = 0; fields.strides && i < fields.ndim; i++) printf("%s%lld, ", i ? "" : "(", (long long)fields.strides[i]);
    printf("%s, 'data': (%s, %s)}\n", fields.strides ? ")" : "None", fields.data ? "..." : "0",
           fields.readonly ? "True" : "False");
    return CUCORE_OK;
}

static void check(cucore_status status)
{
    if (status == CUCORE_OK) return;
    printf("%s: %s\n", cucore_status_name(status), cucore_last_error()->message);
    exit(1);
}

int main(void)
{
    static double elements[3][5];
    static const int64_t shape[2] = {3, 4}, strides[2] = {40, 8}; /* rows of 4 elements and a gap */
    cucore_interface fields = {CUCORE_PROTOCOL_ARRAY_INTERFACE, 2, shape, strides, "<f8", 3, NULL, 0, 0, 0, 0, 0, 0};
    cucore_slice every_second[2];
    cucore_view view, part;
    double result = 0;
    int i, wrong = 0;
    for (i = 0; i < 15; i++) (&elements[0][0])[i] = i;
    fields.data = (uint64_t)(uintptr_t)elements;

    check(mean(&fields, &result));
    wrong += result != 6.5;

    check(cucore_view_from_interface(&fields, NULL, &view));
    every_second[0] = cucore_slice_all();
    every_second[1] = cucore_slice_range(0, 4, 2);
    check(cucore_view_slice(&view, every_second, 2, &part));
    check(show(&part));
    cucore_view_release(&view);

    fields.typestr = "<f4"; /* what does not fit is refused */
    wrong += mean(&fields, &result) != CUCORE_WRONG_DTYPE;
    printf("refused: %s\n", cucore_last_error()->message);
    fields.typestr = "<f8";
    fields.data = 0;
    wrong += mean(&fields, &result) != CUCORE_PROTOCOL;
    printf("refused: %s\n", cucore_last_error()->message);

    printf("fields in and out: %s\n", wrong ? "WRONG" : "right");
    return wrong;
}

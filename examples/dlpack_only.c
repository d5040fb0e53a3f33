/* gcc -I. -I$DLPACK examples/dlpack_only.c -ldl -lpthread -o dlpack_only && ./dlpack_only
 *
 * Tensors of another library in plain C, without Python: its DLManagedTensor or DLManagedTensorVersioned becomes a view, and views
 * become tensors that the library takes.  DLPACK is the folder of dlpack.h, or of dlpack/dlpack.h (github.com/dmlc/dlpack).
 * The tensors here are on the CPU; for device memory the same calls ask the CUDA driver where it is. */
#define CUCORE_STATIC
#include "cucore_dlpack.h"

#include <stdio.h>
#include <stdlib.h>

/* ----------------------------------------------------------------- the other library: it knows only dlpack.h -- */
static int alive; /* tensors and arrays that nobody has freed yet */

typedef struct {
    DLManagedTensorVersioned versioned;
    DLManagedTensor legacy;
    int64_t shape[2], strides[2];
    float elements[3][5]; /* rows of 4 elements and a gap */
} their_array;

static void their_free_versioned(DLManagedTensorVersioned *self)
{
    alive--;
    free(self->manager_ctx);
}

static void their_free_legacy(DLManagedTensor *self)
{
    alive--;
    free(self->manager_ctx);
}

static their_array *their_new(void)
{
    their_array *array = (their_array *)calloc(1, sizeof *array);
    DLTensor *tensor;
    int i;
    if (!array) exit(1);
    alive++;
    for (i = 0; i < 15; i++) (&array->elements[0][0])[i] = (float)i;
    array->shape[0] = 3, array->shape[1] = 4;
    array->strides[0] = 5, array->strides[1] = 1;
    tensor = &array->versioned.dl_tensor;
    tensor->data = array->elements;
    tensor->device.device_type = kDLCPU;
    tensor->ndim = 2;
    tensor->dtype.code = kDLFloat, tensor->dtype.bits = 32, tensor->dtype.lanes = 1;
    tensor->shape = array->shape;
    tensor->strides = array->strides;
    array->versioned.version.major = DLPACK_MAJOR_VERSION;
    array->versioned.version.minor = DLPACK_MINOR_VERSION;
    array->versioned.manager_ctx = array->legacy.manager_ctx = array;
    array->versioned.deleter = their_free_versioned;
    array->legacy.deleter = their_free_legacy;
    array->legacy.dl_tensor = *tensor;
    return array;
}

/* Takes a tensor, reads it, and frees it: what every consumer of DLPack does. */
static float their_sum(DLManagedTensorVersioned *managed)
{
    const DLTensor *t = &managed->dl_tensor;
    float sum = 0;
    int64_t i, j;
    for (i = 0; i < t->shape[0]; i++) {
        for (j = 0; j < t->shape[1]; j++) sum += ((float *)t->data)[i * t->strides[0] + j * t->strides[1]];
    }
    managed->deleter(managed);
    return sum;
}

/* ---------------------------------------------------------------------------------------------------- our side -- */
/* BEGIN twice */
/* A new tensor with all elements times 2.  `managed` is consumed, whatever happens. */
static cucore_status twice(DLManagedTensorVersioned *managed, DLManagedTensorVersioned **out)
{
    static const cucore_arg expected = CUCORE_ARG("x", "float32", "n, m", CUCORE_HOST_ACCESSIBLE);
    cucore_array_spec spec = {{0, 0, 0, 0}, 2, NULL, NULL, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}};
    cucore_view x, y;
    int64_t i, j;
    cucore_status status = cucore_view_adopt_dlmanaged_versioned(managed, &expected, &x);
    if (status) return status; /* cucore_last_error()->message has the reason; the deleter of managed has run */
    spec.dtype = x.dtype;
    spec.shape = x.layout.shape;
    status = cucore_view_allocate(&spec, NULL, NULL, &y);
    for (i = 0; !status && i < x.layout.shape[0]; i++) {
        for (j = 0; j < x.layout.shape[1]; j++) {
            ((float *)y.ptr)[i * y.layout.strides[0] + j * y.layout.strides[1]] =
                2 * ((const float *)x.ptr)[i * x.layout.strides[0] + j * x.layout.strides[1]];
        }
    }
    cucore_view_release(&x); /* calls the deleter of managed */
    return status ? status
                  : cucore_view_move_to_dlmanaged_versioned(&y, 0, out); /* its deleter frees the memory of y */
}
/* END */

/* BEGIN output */
/* y += 2 * x, in the memory of y: an output that the caller passes. */
static cucore_status add_twice(const DLTensor *x, const DLTensor *y)
{
    static const cucore_arg args[2] = {CUCORE_ARG("x", "float32", "n, m", CUCORE_HOST_ACCESSIBLE),
                                       CUCORE_ARG("y", "float32", "n, m", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT)};
    cucore_view v[2];
    int64_t i, j;
    cucore_status status = cucore_view_from_dltensor(x, 0, NULL, &v[0]); /* what it has to be is checked below */
    if (!status) status = cucore_view_from_dltensor(y, 0, NULL, &v[1]);
    if (!status) status = cucore_views_check(v, args, 2); /* also that no element of y is another one's, or of x */
    if (status) return status;
    for (i = 0; i < v[1].layout.shape[0]; i++) {
        for (j = 0; j < v[1].layout.shape[1]; j++) {
            ((float *)v[1].ptr)[i * v[1].layout.strides[0] + j * v[1].layout.strides[1]] +=
                2 * ((const float *)v[0].ptr)[i * v[0].layout.strides[0] + j * v[0].layout.strides[1]];
        }
    }
    return CUCORE_OK; /* both views borrow */
}
/* END */

/* BEGIN keep */
/* A tensor that is kept between two calls: its view, which borrows and may be copied and moved, and the owner beside it. */
typedef struct {
    cucore_view view;
    cucore_owner owner;
} kept_tensor;

static cucore_status keep(DLManagedTensorVersioned *managed, kept_tensor *out)
{
    cucore_view x;
    cucore_status status = cucore_view_adopt_dlmanaged_versioned(managed, NULL, &x);
    if (status) return status;
    status = cucore_view_detach(&x, &out->owner); /* x borrows from now on */
    if (!status) out->view = x;
    return status;
}

/* Gives the tensor back, with all that the view says of it. */
static cucore_status give_back(kept_tensor *kept, DLManagedTensorVersioned **out)
{
    cucore_view x = kept->view;
    cucore_status status = cucore_view_attach(&x, &kept->owner); /* x owns the memory again, kept->owner is empty */
    return status ? status : cucore_view_move_to_dlmanaged_versioned(&x, 0, out);
}
/* END */

static void check(cucore_status status)
{
    if (status == CUCORE_OK) return;
    printf("%s: %s\n", cucore_status_name(status), cucore_last_error()->message);
    exit(1);
}

int main(void)
{
    DLManagedTensorVersioned *result;
    their_array *borrowed = their_new();
    cucore_view view;
    int wrong = 0;

    check(twice(&their_new()->versioned, &result));
    wrong += their_sum(result) != 2 * 78.0f;

    {
        kept_tensor kept, moved;
        check(keep(&their_new()->versioned, &kept));
        moved = kept;
        check(give_back(&moved, &result));
        wrong += their_sum(result) != 78.0f;
    }

    /* Tensors from before DLPack 1.0: one cannot say whether it may be written, so its view is read-only. */
    check(cucore_view_adopt_dlmanaged(&their_new()->legacy, NULL, &view));
    wrong += !view.readonly || view.layout.strides[0] != 5;
    cucore_view_release(&view);

    /* A tensor that the library keeps: the view borrows it, and nothing is freed. */
    check(cucore_view_from_dltensor(&borrowed->versioned.dl_tensor, 0, NULL, &view));
    wrong += cucore_view_nbytes(&view) != 3 * 4 * 4;
    cucore_view_release(&view);
    {
        DLTensor x = borrowed->versioned.dl_tensor, y = x;
        check(add_twice(&x, &y)); /* in place: the very same elements */
        wrong += borrowed->elements[2][3] != 3 * 13.0f;
        y.data = borrowed->elements[1];
        x.shape = y.shape = borrowed->legacy.dl_tensor.shape;
        borrowed->shape[0] = 2;
        wrong += add_twice(&x, &y) != CUCORE_WRONG_LAYOUT;
        printf("refused: %.62s ...\n", cucore_last_error()->message);
    }
    borrowed->versioned.deleter(&borrowed->versioned);

    /* What does not fit is refused, and freed. */
    {
        their_array *flat = their_new();
        flat->versioned.dl_tensor.ndim = 1;
        wrong += twice(&flat->versioned, &result) != CUCORE_WRONG_SHAPE;
        printf("refused: %s\n", cucore_last_error()->message);
    }
    printf("tensors in and out, %d left alive: %s\n", alive, wrong || alive ? "WRONG" : "right");
    return wrong || alive;
}

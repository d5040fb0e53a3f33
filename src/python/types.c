/* ---------------------------------------------------------------------------------------------- >>impl-py-state -- */
/* python/types.c: what is made once per interpreter, and what is remembered of types. */
/* Everything that is made once: for the main interpreter and for good, for another interpreter per call. */
enum {
    CUCORE__PY_SHAPE,
    CUCORE__PY_STRIDES,
    CUCORE__PY_DATA,
    CUCORE__PY_TYPESTR,
    CUCORE__PY_STREAM,
    CUCORE__PY_VERSION,
    CUCORE__PY_MASK,
    CUCORE__PY_DESCR,
    CUCORE__PY_OFFSET,
    CUCORE__PY_KEY_COUNT, /* those above are keys of the interfaces, first those of Numba, in its order */
    CUCORE__PY_DLPACK = CUCORE__PY_KEY_COUNT,
    CUCORE__PY_DLPACK_DEVICE,
    CUCORE__PY_CAI,
    CUCORE__PY_ARRAY_INTERFACE,
    CUCORE__PY_CUDA_STREAM,
    CUCORE__PY_MAX_VERSION,
    CUCORE__PY_DL_DEVICE,
    CUCORE__PY_COPY,
    CUCORE__PY_DTYPE,
    CUCORE__PY_NAME,
    CUCORE__PY_EXCHANGE,
    CUCORE__PY_OLD_EXCHANGE,
    CUCORE__PY_REQUIRES_GRAD,
    CUCORE__PY_IS_CONJ,
    CUCORE__PY_IS_NEG,
    CUCORE__PY_NAME_COUNT
};

/* What a type offers to all its instances, known as long as the version of the type stays. */
typedef struct cucore__py_traits {
    const cucore_exchange_api *table;                 /* NULL: none, or none for instances of this very type (X6) */
    PyObject *(*grad)(PyObject *object, void *extra); /* the getter of requires_grad, where it is written in C */
    void *grad_extra;
    PyCFunction conjugate, negative; /* is_conj, is_neg, where they are written in C */
    unsigned offer;                  /* CUCORE__PY_OFFERS_... */
    unsigned facts;                  /* CUCORE__PY_HAS_..., ... */
} cucore__py_traits;

enum { CUCORE__PY_OFFERS_UNKNOWN, CUCORE__PY_OFFERS_DLPACK, CUCORE__PY_OFFERS_CAI };
enum {
    CUCORE__PY_HAS_GRAD = 1 << 0, /* requires_grad */
    CUCORE__PY_HAS_CONJ = 1 << 1, /* is_conj() */
    CUCORE__PY_HAS_NEG = 1 << 2,  /* is_neg() */
    CUCORE__PY_IS_JAX = 1 << 3,
    CUCORE__PY_TABLE_ONLY = 1 << 4, /* an exchange table without __dlpack__ */
    CUCORE__PY_IS_PLAIN = 1 << 5,   /* a NumPy array, a plain buffer or a capsule: the front door takes it as such */
    CUCORE__PY_IS_MUTABLE = 1 << 6, /* its arrays may be written, whatever legacy DLPack cannot say */
    CUCORE__PY_IS_QUIET = 1 << 7    /* asked without a stream, its __dlpack__ touches no stream of CUDA */
};

/* What a type did last time, in the low half of `habits`: a guess that is checked. */
enum {
    CUCORE__PY_KNOWS_DEVICE = 1 << 0, /* bits 8 to 15 and 16 to 31: the answer of __dlpack_device__ */
    CUCORE__PY_NO_VERSION = 1 << 1,   /* __dlpack__ does not take max_version (protocols D22), nor copy */
    CUCORE__PY_NO_COPY = 1 << 2,      /* it does not take copy */
    CUCORE__PY_DOUBT = 0xF << 4,      /* after a wrong guess: answers of the same kind to see before the next guess */
    CUCORE__PY_DOUBT_ONE = 1 << 4
};

#define CUCORE__PY_TYPES 64
#define CUCORE__PY_VERIFIED 16
#define CUCORE__PY_KINDS 32
#define CUCORE__PY_SMALL 16

/* What all tensors of one device and dtype are to a view, taken from one that was decoded. */
enum { CUCORE__VIEW_HEAD = (int)(offsetof(cucore_view, producer_stream) - offsetof(cucore_view, dtype)) };
typedef struct cucore__tensor_kind {
    unsigned char head[CUCORE__VIEW_HEAD]; /* the view from dtype to unproven */
    int64_t itemsize;
    int64_t itembits;
    DLDevice device;  /* what the tensors say */
    uint32_t dtype;   /* the same: the bytes of a DLDataType */
    unsigned debts;   /* what instances have to be asked: CUCORE__PY_HAS_... */
    unsigned version; /* of the type; 0: free */
    unsigned writes;  /* odd while it is being written */
} cucore__tensor_kind;

/* One remembered type.  The version of a type changes with its attributes and no two types share one, so that a type that
 * died, was patched or lost an attribute is not found again (protocols X5). */
typedef struct cucore__py_type {
    PyTypeObject *type; /* never dereferenced, nor owned */
    unsigned version;   /* 0: free */
    unsigned writes;    /* odd while it is being written */
    cucore__py_traits traits;
    uint64_t habits;                        /* type version, and CUCORE__PY_KNOWS_..., ... */
    uint64_t verified[CUCORE__PY_VERIFIED]; /* type version and key of device memory that the driver has confirmed */
    cucore__tensor_kind kinds[CUCORE__PY_KINDS]; /* that were accepted */
} cucore__py_type;

/* A slot as one call found it.  Producers run code, which may give the slot to another type meanwhile. */
typedef struct cucore__py_memo {
    cucore__py_type *slot; /* NULL: nothing is remembered */
    PyTypeObject *type;    /* compared, never dereferenced */
    unsigned version;
    cucore__py_traits traits;
} cucore__py_memo;

/* What library the results for a type of argument are made by. */
typedef struct cucore__py_library {
    PyTypeObject *type;
    unsigned version;
    int kind; /* CUCORE__PY_NUMPY, ... */
    const cucore_exchange_api *api;
} cucore__py_library;

/* Functions of libraries that make arrays. */
enum {
    CUCORE__PY_NUMPY_EMPTY,
    CUCORE__PY_NUMPY_ASARRAY,
    CUCORE__PY_CUPY_EMPTY,
    CUCORE__PY_CUPY_FROM_DLPACK,
    CUCORE__PY_NUMBA_DEVICE_ARRAY,
    CUCORE__PY_NUMBA_AS_CUDA_ARRAY,
    CUCORE__PY_MAKER_COUNT
};

/* What is said to __dlpack__, in this order. */
enum {
    CUCORE__PY_SAYS_STREAM = 1 << 0,
    CUCORE__PY_SAYS_VERSION = 1 << 1,
    CUCORE__PY_SAYS_COPY = 1 << 2,
    CUCORE__PY_SAYS_DEVICE = 1 << 3,
    CUCORE__PY_SAYS = 1 << 4
};

#define CUCORE__PY_LIBRARIES 8
#define CUCORE__PY_CODES 7 /* type codes that have a typestr */

typedef struct cucore__py_state {
    PyObject *names[CUCORE__PY_NAME_COUNT];
    PyObject *keywords[CUCORE__PY_SAYS];                /* of __dlpack__, by CUCORE__PY_SAYS_... */
    PyObject *max_version;                              /* (1, 3) */
    PyObject *ints[CUCORE__PY_SMALL];                   /* 0, 1, 2, ...: CPython has one object for each */
    cucore__py_type *types;                             /* CUCORE__PY_TYPES of them; NULL but in the main interpreter */
    PyObject *array_type;                               /* cucore.Array once it was needed */
    cucore__py_library libraries[CUCORE__PY_LIBRARIES]; /* by address */
    PyObject *makers[CUCORE__PY_MAKER_COUNT];           /* once they were needed */
    PyObject *typestrs[CUCORE__PY_CODES][5];            /* by code and size, once they were needed */
    PyTypeObject *ndarray; /* numpy.ndarray once it was seen; never cleared in the main interpreter */
} cucore__py_state;

static cucore__py_state *cucore__py_main;               /* published when complete */
static PyInterpreterState *cucore__py_main_interpreter; /* written before it */

CUCORE__PRIVATE void cucore__py_state_clear(cucore__py_state *state)
{
    int i;
    for (i = 0; i < CUCORE__PY_NAME_COUNT; i++) Py_XDECREF(state->names[i]);
    for (i = 0; i < CUCORE__PY_SAYS; i++) Py_XDECREF(state->keywords[i]);
    Py_XDECREF(state->max_version);
    for (i = 0; i < CUCORE__PY_SMALL; i++) Py_XDECREF(state->ints[i]);
    Py_XDECREF(state->array_type);
    for (i = 0; i < CUCORE__PY_MAKER_COUNT; i++) Py_XDECREF(state->makers[i]);
    for (i = 0; i < CUCORE__PY_CODES * 5; i++) Py_XDECREF(state->typestrs[i / 5][i % 5]);
    Py_XDECREF((PyObject *)state->ndarray);
}

/* The names of the keywords that say something to __dlpack__. */
CUCORE__PRIVATE PyObject *cucore__py_keywords(const cucore__py_state *state, int says)
{
    static const int order[4] = {CUCORE__PY_STREAM, CUCORE__PY_MAX_VERSION, CUCORE__PY_COPY, CUCORE__PY_DL_DEVICE};
    PyObject *names[4] = {NULL, NULL, NULL, NULL}, *tuple;
    Py_ssize_t i, count = 0;
    for (i = 0; i < 4; i++) {
        if (says >> i & 1) names[count++] = state->names[order[i]];
    }
    tuple = PyTuple_New(count);
    for (i = 0; tuple && i < count; i++) {
        Py_INCREF(names[i]);
        if (PyTuple_SetItem(tuple, i, names[i]) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* -1 with an exception; the state is then cleared. */
CUCORE__PRIVATE int cucore__py_state_fill(cucore__py_state *state)
{
    static const char *const names[CUCORE__PY_NAME_COUNT] = {"shape",
                                                             "strides",
                                                             "data",
                                                             "typestr",
                                                             "stream",
                                                             "version",
                                                             "mask",
                                                             "descr",
                                                             "offset",
                                                             "__dlpack__",
                                                             "__dlpack_device__",
                                                             "__cuda_array_interface__",
                                                             "__array_interface__",
                                                             "__cuda_stream__",
                                                             "max_version",
                                                             "dl_device",
                                                             "copy",
                                                             "dtype",
                                                             "name",
                                                             "__dlpack_c_exchange_api__",
                                                             "__c_dlpack_exchange_api__",
                                                             "requires_grad",
                                                             "is_conj",
                                                             "is_neg"};
    int i, failed = 0;
    memset(state, 0, sizeof *state);
    for (i = 0; i < CUCORE__PY_NAME_COUNT && !failed; i++) {
        state->names[i] = PyUnicode_InternFromString(names[i]);
        failed = !state->names[i];
    }
    for (i = 1; i < CUCORE__PY_SAYS && !failed; i++) {
        state->keywords[i] = cucore__py_keywords(state, i);
        failed = !state->keywords[i];
    }
    if (!failed) {
        state->max_version = Py_BuildValue("(ii)", CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR);
        failed = !state->max_version;
    }
    for (i = 0; i < CUCORE__PY_SMALL && !failed; i++) {
        state->ints[i] = PyLong_FromLong(i);
        failed = !state->ints[i];
    }
    if (failed) cucore__py_state_clear(state);
    return failed ? -1 : 0;
}

/* The interpreter goes: what it owned is no longer there, and another may begin. */
CUCORE__PRIVATE void cucore__py_state_forget(void)
{
    cucore__py_main = NULL;
}

/* Makes the state of the main interpreter; of two threads that try at once, the later one leaks a few strings. */
CUCORE__PRIVATE cucore__py_state *cucore__py_state_make_main(PyInterpreterState *interpreter)
{
    const size_t room = CUCORE__PY_TYPES * sizeof(cucore__py_type);
    cucore__py_state *state = (cucore__py_state *)PyMem_Calloc(1, sizeof *state + room);
    if (!state) {
        PyErr_NoMemory();
        return NULL;
    }
    if (cucore__py_state_fill(state) < 0) {
        PyMem_Free(state);
        return NULL;
    }
    state->types = (cucore__py_type *)(void *)(state + 1);
    (void)Py_AtExit(cucore__py_state_forget);
    cucore__py_main_interpreter = interpreter;
    CUCORE__PY_PUBLISH(&cucore__py_main, state);
    return state;
}

/* The state to use for a call, NULL with an exception.  local is filled for interpreters other than the main one. */
CUCORE__PRIVATE cucore__py_state *cucore__py_state_get(cucore__py_state *local)
{
    cucore__py_state *state = CUCORE__PY_OBSERVE(&cucore__py_main);
    PyInterpreterState *interpreter = cucore__py_interpreter(cucore__py_thread_here());
    if (state && cucore__py_main_interpreter == interpreter) return state;
    if (!state && PyInterpreterState_GetID(interpreter) == 0) return cucore__py_state_make_main(interpreter);
    return cucore__py_state_fill(local) < 0 ? NULL : local;
}

CUCORE__PRIVATE void cucore__py_state_put(cucore__py_state *state, cucore__py_state *local)
{
    if (state == local) cucore__py_state_clear(local);
}

static const cucore__py_memo cucore__py_no_memo = {NULL, NULL, 0, {NULL, NULL, NULL, NULL, NULL, 0, 0}};

/* The two slots that a type may have are neighbours. */
CUCORE__PRIVATE inline cucore__py_type *cucore__py_slot(cucore__py_state *state, PyTypeObject *type)
{
    return &state->types[((uint64_t)(uintptr_t)type * 0x9E3779B97F4A7C15u) >> 58];
}

CUCORE__PRIVATE inline cucore__py_type *cucore__py_slot_other(cucore__py_state *state, cucore__py_type *slot)
{
    return state->types + ((slot - state->types) ^ 1);
}

/* What a slot remembers of a type as it is now.  Without a GIL the version is read again behind the rest: a slot that is
 * being given to another type has none. */
CUCORE__PRIVATE inline int cucore__py_slot_read(cucore__py_type *slot, PyTypeObject *type, cucore__py_memo *memo)
{
    unsigned version = cucore__py_type_version(type);
#if defined(Py_GIL_DISABLED)
    unsigned writes = CUCORE__PY_OBSERVE(&slot->writes);
#endif
    if (!CUCORE__PY_LIKELY(CUCORE__PY_OBSERVE(&slot->type) == type)) return 0;
    if (!CUCORE__PY_LIKELY(CUCORE__PY_OBSERVE(&slot->version) == version && version)) return 0;
    memo->slot = slot;
    memo->type = type;
    memo->version = version;
    memo->traits = slot->traits;
#if defined(Py_GIL_DISABLED)
    CUCORE__PY_FENCE();
    if (writes & 1 || CUCORE__PY_OBSERVE(&slot->writes) != writes) return 0;
#endif
    return 1;
}

/* 1, or 0: nothing is remembered. */
CUCORE__PRIVATE inline int cucore__py_recall(cucore__py_state *state, PyTypeObject *type, cucore__py_memo *memo)
{
    cucore__py_type *slot;
    if (!state->types) return 0;
    slot = cucore__py_slot(state, type);
    return CUCORE__PY_LIKELY(cucore__py_slot_read(slot, type, memo)) ||
           cucore__py_slot_read(cucore__py_slot_other(state, slot), type, memo);
}

/* Which slot a type gets: the one that it had, a free one, or that of another type. */
CUCORE__PRIVATE cucore__py_type *cucore__py_slot_choose(cucore__py_state *state, PyTypeObject *type)
{
    cucore__py_type *slot = cucore__py_slot(state, type), *other = cucore__py_slot_other(state, slot);
    if (slot->type == type || !slot->version) return slot;
    return other->type == type || !other->version ? other : slot;
}

/* memo->traits become what is remembered of a type whose version was memo->version before they were looked up. */
CUCORE__PRIVATE void cucore__py_remember_locked(cucore__py_state *state, PyTypeObject *type, cucore__py_memo *memo)
{
    cucore__py_type *slot = cucore__py_slot_choose(state, type);
    CUCORE__PY_PUBLISH(&slot->writes, slot->writes + 1);
    CUCORE__PY_FENCE();
    CUCORE__PY_PUBLISH(&slot->type, type);
    CUCORE__PY_PUBLISH(&slot->version, memo->version);
    slot->traits = memo->traits;
    CUCORE__PY_PUBLISH(&slot->writes, slot->writes + 1);
    memo->slot = slot;
}

/* Two writers would mix two types, or two kinds.  No code of anybody's runs between.  Whoever comes second remembers nothing
 * this time: nobody waits, nor hangs in a child that was forked while another thread was writing (protocols B88). */
#if defined(Py_GIL_DISABLED) && !defined(Py_LIMITED_API)
static int cucore__py_writing;
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__PY_WRITE_BEGIN() (!__atomic_exchange_n(&cucore__py_writing, 1, __ATOMIC_ACQUIRE))
#else
#define CUCORE__PY_WRITE_BEGIN() (!InterlockedExchange((LONG volatile *)&cucore__py_writing, 1))
#endif
#define CUCORE__PY_WRITE_END() CUCORE__PY_PUBLISH(&cucore__py_writing, 0)
#else
#define CUCORE__PY_WRITE_BEGIN() 1
#define CUCORE__PY_WRITE_END() ((void)0)
#endif

CUCORE__PRIVATE void cucore__py_remember(cucore__py_state *state, PyTypeObject *type, cucore__py_memo *memo)
{
    if (!state->types || !memo->version || cucore__py_type_version(type) != memo->version) return;
    if (!CUCORE__PY_WRITE_BEGIN()) return;
    cucore__py_remember_locked(state, type, memo);
    CUCORE__PY_WRITE_END();
}

/* Habits and confirmations carry the version of the type, so that those of a type that had the slot before say nothing. */
CUCORE__PRIVATE unsigned cucore__py_habits(const cucore__py_memo *memo)
{
    uint64_t habits = memo->slot ? CUCORE__PY_OBSERVE(&memo->slot->habits) : 0;
    return habits >> 32 == memo->version ? (unsigned)habits : 0;
}

CUCORE__PRIVATE void cucore__py_set_habits(const cucore__py_memo *memo, unsigned habits)
{
    if (memo->slot) CUCORE__PY_PUBLISH(&memo->slot->habits, (uint64_t)memo->version << 32 | habits);
}

/* The dtypes that are usual have a place each. */
CUCORE__PRIVATE inline uint64_t *cucore__py_verified_place(const cucore__py_memo *memo, unsigned key)
{
    unsigned code = key >> 16 & 0xFF, bits = key >> 8 & 0xFF;
    unsigned size = (unsigned)(bits > 8) + (unsigned)(bits > 16) + (unsigned)(bits > 32) + (unsigned)(bits > 64);
    return &memo->slot->verified[(4 * code + size) % CUCORE__PY_VERIFIED];
}

/* Has the driver confirmed memory of this kind for this type? */
CUCORE__PRIVATE inline int cucore__py_is_verified(const cucore__py_memo *memo, unsigned key)
{
    return CUCORE__PY_OBSERVE(cucore__py_verified_place(memo, key)) == ((uint64_t)memo->version << 32 | key);
}

CUCORE__PRIVATE void cucore__py_set_verified(const cucore__py_memo *memo, unsigned key)
{
    CUCORE__PY_PUBLISH(cucore__py_verified_place(memo, key), (uint64_t)memo->version << 32 | key);
}

/* What a type certainly offers to all its instances.  Without attribute hooks, an instance whose type has the CUDA Array
 * Interface and no DLPack has no DLPack either; a proxy has hooks. */
CUCORE__PRIVATE unsigned cucore__py_offer(const cucore__py_state *state, PyObject *obj)
{
#if defined(Py_LIMITED_API)
    (void)state, (void)obj;
    return CUCORE__PY_OFFERS_UNKNOWN;
#else
    PyTypeObject *type = Py_TYPE(obj);
    PyObject *cai, *device;
    int only_cai;
    if (cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK_DEVICE]) &&
        cucore__py_type_has(obj, state->names[CUCORE__PY_DLPACK])) {
        return CUCORE__PY_OFFERS_DLPACK;
    }
    if (type->tp_getattro != PyObject_GenericGetAttr) return CUCORE__PY_OFFERS_UNKNOWN;
    only_cai = cucore__py_type_attribute(type, state->names[CUCORE__PY_CAI], &cai) > 0;
    if (cucore__py_type_attribute(type, state->names[CUCORE__PY_DLPACK_DEVICE], &device)) only_cai = 0;
    Py_XDECREF(cai);
    Py_XDECREF(device);
    return only_cai ? CUCORE__PY_OFFERS_CAI : CUCORE__PY_OFFERS_UNKNOWN;
#endif
}

/* python/memory/types.c: remembers what types offer and did: switched off by CUCORE_NO_TYPE_MEMORY, and always off in
 * the limited API and before Python 3.11.  No right answer depends on it. */
/* What a type offers to all its instances, known as long as the version of the type stays. */
typedef struct cucore__py_traits {
    const cucore_exchange_api *table;                 /* NULL: none, or none that is for these instances (X6) */
    PyObject *(*grad)(PyObject *object, void *extra); /* the getter of requires_grad, if it is written in C */
    void *grad_extra;
    PyCFunction conjugate, negative; /* is_conj, is_neg, if they are written in C */
    PyObject *cai;  /* the property, if the type offers nothing else; alive while the version of the type stays */
    unsigned offer; /* CUCORE__PY_OFFERS_... */
    unsigned facts; /* CUCORE__PY_HAS_..., ... */
} cucore__py_traits;

enum { CUCORE__PY_OFFERS_UNKNOWN, CUCORE__PY_OFFERS_DLPACK, CUCORE__PY_OFFERS_CAI, CUCORE__PY_OFFERS_BUFFER };
enum {
    CUCORE__PY_HAS_GRAD = 1 << 0, /* requires_grad */
    CUCORE__PY_HAS_CONJ = 1 << 1, /* is_conj() */
    CUCORE__PY_HAS_NEG = 1 << 2,  /* is_neg() */
    CUCORE__PY_IS_JAX = 1 << 3,
    CUCORE__PY_TABLE_ONLY = 1 << 4,    /* an exchange table without __dlpack__ */
    CUCORE__PY_IS_PLAIN = 1 << 5,      /* a NumPy array, a plain buffer or a capsule: the buffer protocol comes first */
    CUCORE__PY_IS_MUTABLE = 1 << 6,    /* its arrays may be written, though legacy DLPack cannot report that */
    CUCORE__PY_IS_QUIET = 1 << 7,      /* called without a stream, its __dlpack__ uses no stream of CUDA */
    CUCORE__PY_IS_ARRAY = 1 << 8,      /* cucore.Array, with the layout of this module */
    CUCORE__PY_IS_SCALAR = 1 << 9,     /* a scalar of NumPy, numpy.generic */
    CUCORE__PY_IS_CUPY = 1 << 10,      /* cupy.ndarray of the module that is imported */
    CUCORE__PY_IS_TORCH = 1 << 11,     /* torch.Tensor of the module that is imported */
    CUCORE__PY_COUNTS_TORCH = 1 << 13, /* a torch.Tensor of the module that is imported, or of a class below it */
    CUCORE__PY_COUNTS_PADDLE = 1 << 14, /* likewise paddle.Tensor, which has a method that counts */
    CUCORE__PY_HAS_TWIN = 1 << 15,      /* a buffer that shows what __dlpack__ shows, or is refused (B136) */
    CUCORE__PY_IS_PLACED = 1 << 16,     /* backing_device tells where an array of TensorFlow is */
    CUCORE__PY_IS_UNKNOWN = 1 << 12 /* without a memory: nothing was looked up yet, neither the table nor other facts */
};

/* What a type did last time, in the low half of `habits`: a guess that is checked. */
enum {
    CUCORE__PY_KNOWS_DEVICE = 1 << 0, /* bits 8 to 15 and 16 to 31: the answer of __dlpack_device__ */
    CUCORE__PY_NO_VERSION = 1 << 1,   /* __dlpack__ does not take max_version (rules D22), nor copy */
    CUCORE__PY_NO_COPY = 1 << 2,      /* it does not take copy */
    CUCORE__PY_DOUBT = 0xF << 4,      /* after a wrong guess: the number of equal answers before the next guess */
    CUCORE__PY_DOUBT_ONE = 1 << 4
};

/* What is known of the buffers of a type, in the low half of `twin`. */
enum {
    CUCORE__PY_TWIN_DOUBT = 0x3F,     /* after a buffer that failed: how many come by __dlpack__ before the next */
    CUCORE__PY_TWIN_EQUAL = 1 << 8,   /* a buffer has shown the array that __dlpack__ shows */
    CUCORE__PY_TWIN_UNPROVEN = 1 << 9 /* whose tensors cannot report whether they may be written */
};

#if defined(CUCORE_NO_TYPE_MEMORY)
enum { CUCORE__PY_TYPES = 0 };
#else
enum { CUCORE__PY_TYPES = 64 }; /* a power of 2 */
#endif
#define CUCORE__PY_VERIFIED 16

typedef CUCORE__ATOMIC(uint64_t) cucore__py_stamp;

/* One remembered type.  The version of a type changes with its attributes, and no two types share one: a type that
 * died, was patched or lost an attribute is not found again (rules X5). */
typedef struct cucore__py_type {
    CUCORE__ATOMIC(PyTypeObject *) type; /* never dereferenced, nor owned */
    CUCORE__ATOMIC(unsigned) version;    /* 0: free */
    CUCORE__ATOMIC(unsigned) writes;     /* uneven while it is being written */
    cucore__py_traits traits;
    cucore__py_stamp habits; /* type version, and CUCORE__PY_KNOWS_..., ... */
    cucore__py_stamp twin;   /* type version, and CUCORE__PY_TWIN_... */
    /* Type version and key of device memory that the driver has confirmed. */
    cucore__py_stamp verified[CUCORE__PY_VERIFIED];
    cucore__tensor_kind kinds[CUCORE__PY_KINDS]; /* that were accepted */
} cucore__py_type;

/* A slot as one call found it.  Producers run code, which may give the slot to another type meanwhile. */
typedef struct cucore__py_type_info {
    cucore__py_type *slot; /* NULL: nothing is remembered */
    PyTypeObject *type;    /* compared, never dereferenced */
    unsigned version;
    cucore__py_traits traits;
} cucore__py_type_info;

static const cucore__py_type_info cucore__py_no_info = {NULL, NULL, 0, {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0}};

/* Returns one of the two slots that a type may have, which are neighbours. */
CUCORE__PRIVATE inline cucore__py_type *cucore__py_slot(cucore__py_type *types, PyTypeObject *type, int other)
{
    return &types[(((uint64_t)(uintptr_t)type * 0x9E3779B97F4A7C15u) >> 58) ^ (unsigned)other];
}

/* Reads what a slot remembers of a type.  Without a GIL `writes` is compared afterwards: the slot may have been given
 * to another type. */
CUCORE__PRIVATE inline int cucore__py_slot_read(cucore__py_type *slot, PyTypeObject *type, cucore__py_type_info *info)
{
    unsigned version = cucore__py_type_version(type);
#if defined(Py_GIL_DISABLED)
    unsigned writes = CUCORE__LOAD(&slot->writes);
#endif
    if (!CUCORE__LIKELY(CUCORE__LOAD(&slot->type) == type)) return 0;
    if (!CUCORE__LIKELY(CUCORE__LOAD(&slot->version) == version && version)) return 0;
    info->slot = slot;
    info->type = type;
    info->version = version;
    CUCORE__PY_COPY_OUT(&info->traits, &slot->traits);
#if defined(Py_GIL_DISABLED)
    CUCORE__FENCE();
    if (writes & 1 || CUCORE__LOAD(&slot->writes) != writes) return 0;
#endif
    return 1;
}

/* Returns 1 if the type is remembered, 0 if not. */
CUCORE__PRIVATE inline int cucore__py_recall(cucore__py_state *state, PyTypeObject *type, cucore__py_type_info *info)
{
    cucore__py_type *types = CUCORE__PY_TYPES != 0 ? (cucore__py_type *)CUCORE__LOAD(&state->memory) : NULL;
    if (!types) return 0;
    return CUCORE__LIKELY(cucore__py_slot_read(cucore__py_slot(types, type, 0), type, info)) ||
           cucore__py_slot_read(cucore__py_slot(types, type, 1), type, info);
}

/* Returns the slots, made at the first type that is remembered; only the state of the main interpreter has them.  NULL
 * with a MemoryError, or without an exception. */
CUCORE__PRIVATE cucore__py_type *cucore__py_slots(cucore__py_state *state)
{
    cucore__py_type *types = (cucore__py_type *)CUCORE__LOAD(&state->memory);
    if (types || CUCORE__PY_TYPES == 0 || state != CUCORE__LOAD(&cucore__py_main)) return types;
    types = (cucore__py_type *)PyMem_Calloc(CUCORE__PY_TYPES, sizeof *types);
    if (!types) PyErr_NoMemory();
    CUCORE__STORE(&state->memory, types);
    return types;
}

/* Remembers info->traits of a type whose version was info->version before they were looked up: in the slot that the
 * type had, a free one, or that of another type.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_remember(cucore__py_state *state, PyTypeObject *type, cucore__py_type_info *info)
{
    cucore__py_type *slot, *other, *types;
    if (!info->version || cucore__py_type_version(type) != info->version || !CUCORE__PY_WRITE_BEGIN()) return 0;
    types = cucore__py_slots(state);
    if (types) {
        slot = cucore__py_slot(types, type, 0);
        other = cucore__py_slot(types, type, 1);
        if (slot->type != type && slot->version && (other->type == type || !other->version)) slot = other;
        CUCORE__STORE(&slot->writes, slot->writes + 1);
        CUCORE__FENCE();
        CUCORE__STORE(&slot->type, type);
        CUCORE__STORE(&slot->version, info->version);
        CUCORE__PY_COPY_IN(&slot->traits, &info->traits);
        CUCORE__STORE(&slot->writes, slot->writes + 1);
        info->slot = slot;
    }
    CUCORE__PY_WRITE_END();
    return types || !PyErr_Occurred() ? 0 : -1;
}

/* Returns the habits of a type.  They carry its version, so that the habits of an earlier type of the slot do not
 * count. */
CUCORE__PRIVATE unsigned cucore__py_habits(const cucore__py_type_info *info)
{
    uint64_t habits = info->slot ? CUCORE__LOAD(&info->slot->habits) : 0;
    return habits >> 32 == info->version ? (unsigned)habits : 0;
}

CUCORE__PRIVATE void cucore__py_set_habits(const cucore__py_type_info *info, unsigned habits)
{
    if (info->slot) CUCORE__STORE(&info->slot->habits, (uint64_t)info->version << 32 | habits);
}

/* Returns the place for a kind of device memory that the driver may have confirmed for this type. */
CUCORE__PRIVATE inline cucore__py_stamp *cucore__py_verified_place(const cucore__py_type_info *info, unsigned key)
{
    unsigned code = key >> 16 & 0xFF, bits = key >> 8 & 0xFF; /* each usual dtype has a place of its own */
    unsigned size = (unsigned)(bits > 8) + (unsigned)(bits > 16) + (unsigned)(bits > 32) + (unsigned)(bits > 64);
    return &info->slot->verified[(4 * code + size) % CUCORE__PY_VERIFIED];
}

CUCORE__PRIVATE inline int cucore__py_is_verified(const cucore__py_type_info *info, unsigned key)
{
    return info->slot && key &&
           CUCORE__LOAD(cucore__py_verified_place(info, key)) == ((uint64_t)info->version << 32 | key);
}

CUCORE__PRIVATE void cucore__py_set_verified(const cucore__py_type_info *info, unsigned key)
{
    if (info->slot && key) CUCORE__STORE(cucore__py_verified_place(info, key), (uint64_t)info->version << 32 | key);
}

/* Returns 1 if the object still is an instance of the type whose C functions were learned: its producer may have run
 * code since. */
CUCORE__PRIVATE inline int cucore__py_is_still_of_type(PyObject *obj, const cucore__py_type_info *info)
{
    return Py_TYPE(obj) == info->type && info->version && cucore__py_type_version(info->type) == info->version;
}

/* Returns what instances have to be asked if their tensor has such elements (rules X7). */
CUCORE__PRIVATE inline unsigned cucore__py_needed_checks(const cucore__py_type_info *info, int code)
{
    unsigned checks = 0;
    if (code == CUCORE_CODE_COMPLEX || code == CUCORE_CODE_BCOMPLEX) checks |= CUCORE__PY_HAS_CONJ | CUCORE__PY_HAS_NEG;
    if (code == CUCORE_CODE_FLOAT) checks |= CUCORE__PY_HAS_NEG;
    if (code > CUCORE_CODE_UINT && code != CUCORE_CODE_BOOL) checks |= CUCORE__PY_HAS_GRAD;
    return checks & info->traits.facts;
}

/* Decodes a tensor whose kind is remembered, as cucore__kind_decode; 0: it is not. */
CUCORE__PRIVATE inline int64_t cucore__py_recall_kind(const cucore__py_type_info *info, const DLTensor *tensor,
                                                      cucore_view *out, unsigned *checks)
{
    return info->slot ? cucore__kind_decode(info->slot->kinds, info->version, tensor, out, checks) : 0;
}

/* Remembers the kind of a tensor that was decoded as `view` and accepted; `checks` is what its owner has to be
 * asked. */
CUCORE__PRIVATE inline void cucore__py_remember_kind(const cucore__py_type_info *info, const DLTensor *tensor,
                                                     const cucore_view *view, unsigned checks)
{
    if (info->slot) cucore__kind_learn(info->slot->kinds, info->version, tensor, view, checks);
}

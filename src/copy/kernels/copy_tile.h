/* kernels/copy_tile.h: one tile through shared memory, for elements of each size.  The load walk puts elements of the source where they
 * are in the destination's order, the store walk copies them from there. */
#define COPY_TILE(width, type, ahead)                                                                                  \
    COPY_FN void tile##width##_load(const cucore__kernel_walk *walk, const copy_origin *origin, unsigned char *tile,   \
                                    uint32_t thread)                                                                   \
    {                                                                                                                  \
        uint32_t n, j, mask;                                                                                           \
        copy_spot spot;                                                                                                \
        if (thread >= walk->threads) return;                                                                           \
        spot = spot_of(walk, thread);                                                                                  \
        mask = steps_in(walk, origin, &spot);                                                                          \
        COPY_NO_UNROLL                                                                                                 \
        for (n = 0; n < walk->steps; n += ahead, mask >>= ahead) {                                                     \
            const cucore__kernel_step *step = &walk->step[n];                                                          \
            type v[ahead];                                                                                             \
            COPY_UNROLL                                                                                                \
            for (j = 0; j < ahead; j++) {                                                                              \
                v[j] = get##width(origin->a + ((uint64_t)spot.a + (uint64_t)step[j].a), (int)(mask >> j & 1));         \
            }                                                                                                          \
            COPY_UNROLL                                                                                                \
            for (j = 0; j < ahead; j++) {                                                                              \
                if (mask >> j & 1) *(type *)(tile + ((uint32_t)spot.b + (uint32_t)step[j].b)) = v[j];                  \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    COPY_FN void tile##width##_store(const cucore__kernel_walk *walk, const copy_origin *origin,                       \
                                     const unsigned char *tile, uint32_t thread)                                       \
    {                                                                                                                  \
        uint32_t n, j, mask;                                                                                           \
        copy_spot spot;                                                                                                \
        if (thread >= walk->threads) return;                                                                           \
        spot = spot_of(walk, thread);                                                                                  \
        mask = steps_in(walk, origin, &spot);                                                                          \
        COPY_NO_UNROLL                                                                                                 \
        for (n = 0; n < walk->steps; n += 4, mask >>= 4) {                                                             \
            const cucore__kernel_step *step = &walk->step[n];                                                          \
            COPY_UNROLL                                                                                                \
            for (j = 0; j < 4; j++) {                                                                                  \
                if (!(mask >> j & 1)) continue;                                                                        \
                put##width(origin->b + ((uint64_t)spot.a + (uint64_t)step[j].a),                                       \
                           *(const type *)(tile + ((uint32_t)spot.b + (uint32_t)step[j].b)), 1);                       \
            }                                                                                                          \
        }                                                                                                              \
    }
COPY_TILE(1, uint8_t, 8)
COPY_TILE(2, uint16_t, 8)
COPY_TILE(4, uint32_t, 8)
COPY_TILE(8, uint64_t, 8)
COPY_TILE(16, copy_word, 4)
#undef COPY_TILE

/* standalone.c - a main for the fuzzers where there is no libFuzzer: the corpus, then mutations of it with a seed.
 *
 *     fuzz_name [-runs=N] [-seed=N] [-max_total_time=SECONDS] [-max_len=N] [-artifact_prefix=PATH] [FOLDER | FILE ...]
 *
 * The options are those of libFuzzer with the same names; others are ignored.  Runs count every input, the corpus first.
 * The last input is written to PATH + "crash" when a signal ends the process.  No coverage guides the mutations. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

#define MOST_FILES 1024
#define MOST_BYTES 4096

typedef struct sample {
    uint8_t *data;
    size_t size;
} sample;

static sample samples[MOST_FILES];
static size_t sample_count;
static uint8_t current[MOST_BYTES];
static size_t current_size;
static char artifact[1024] = "crash";
static uint64_t state;
static long run_count;

static void on_signal(int number)
{
    ssize_t written = 0;
    int file = open(artifact, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0) {
        written = write(file, current, current_size);
        close(file);
    }
    (void)written;
    signal(number, SIG_DFL);
    raise(number);
}

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static size_t random_below(size_t bound)
{
    return bound ? (size_t)(random_bits() % bound) : 0;
}

static void add_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    sample *s = &samples[sample_count];
    if (!file) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    if (sample_count < MOST_FILES && (s->data = (uint8_t *)malloc(MOST_BYTES)) != NULL) {
        s->size = fread(s->data, 1, MOST_BYTES, file);
        sample_count++;
    }
    fclose(file);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The files of a folder in the order of their names, or one file. */
static void add_path(const char *path)
{
    char *names[MOST_FILES];
    size_t count = 0, i;
    struct dirent *entry;
    DIR *folder = opendir(path);
    if (!folder) {
        add_file(path);
        return;
    }
    while ((entry = readdir(folder)) != NULL) {
        size_t length = strlen(path) + strlen(entry->d_name) + 2;
        if (entry->d_name[0] == '.' || count == MOST_FILES) continue;
        names[count] = (char *)malloc(length);
        if (names[count]) snprintf(names[count++], length, "%s/%s", path, entry->d_name);
    }
    closedir(folder);
    qsort(names, count, sizeof names[0], by_name);
    for (i = 0; i < count; i++) {
        add_file(names[i]);
        free(names[i]);
    }
}

static void run(void)
{
    uint8_t *exact = (uint8_t *)malloc(current_size + !current_size); /* reading past its end can be seen */
    if (!exact) exit(2);
    memcpy(exact, current, current_size);
    LLVMFuzzerTestOneInput(exact, current_size);
    free(exact);
    run_count++;
}

/* One of: another byte, a flipped bit, bytes in or out, a piece of another sample. */
static void mutate_once(size_t most)
{
    size_t at = random_below(current_size + 1), count = 1 + random_below(8);
    const sample *other;
    switch (random_below(6)) {
    case 0:
    case 1:
        if (at < current_size) current[at] = (uint8_t)random_bits();
        break;
    case 2:
        if (at < current_size) current[at] ^= (uint8_t)(1u << random_below(8));
        break;
    case 3:
        if (current_size + count > most) break;
        memmove(current + at + count, current + at, current_size - at);
        current_size += count;
        while (count--) current[at + count] = (uint8_t)random_bits();
        break;
    case 4:
        if (at + count > current_size) break;
        memmove(current + at, current + at + count, current_size - at - count);
        current_size -= count;
        break;
    default:
        if (!sample_count) break;
        other = &samples[random_below(sample_count)];
        count = random_below(other->size);
        if (at + count > most) count = most - at;
        memcpy(current + at, other->data + random_below(other->size - count + 1), count);
        if (at + count > current_size) current_size = at + count;
        break;
    }
}

static void mutate(size_t most)
{
    size_t steps = 1 + random_below(6);
    const sample *from = sample_count ? &samples[random_below(sample_count)] : NULL;
    current_size = 0;
    if (from) {
        current_size = from->size < most ? from->size : most;
        memcpy(current, from->data, current_size);
    }
    if (current_size == 0 || random_below(8) == 0) { /* nothing but noise */
        current_size = random_below(most) + 1;
        for (steps = 0; steps < current_size; steps++) current[steps] = (uint8_t)random_bits();
        return;
    }
    while (steps--) mutate_once(most);
}

int main(int argc, char **argv)
{
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    long runs = -1, seconds = 0;
    size_t most = 400, i;
    time_t end;
    state = 1;
    for (int k = 1; k < argc; k++) {
        const char *value = strchr(argv[k], '=');
        if (argv[k][0] != '-') {
            add_path(argv[k]);
        } else if (strncmp(argv[k], "-runs=", 6) == 0) {
            runs = strtol(value + 1, NULL, 10);
        } else if (strncmp(argv[k], "-seed=", 6) == 0) {
            state = strtoull(value + 1, NULL, 10);
        } else if (strncmp(argv[k], "-max_total_time=", 16) == 0) {
            seconds = strtol(value + 1, NULL, 10);
        } else if (strncmp(argv[k], "-max_len=", 9) == 0) {
            most = (size_t)strtol(value + 1, NULL, 10);
        } else if (strncmp(argv[k], "-artifact_prefix=", 17) == 0) {
            snprintf(artifact, sizeof artifact, "%scrash", value + 1);
        }
    }
    if (most > MOST_BYTES) most = MOST_BYTES;
    state = state * 2862933555777941757u + 3037000493u;
    for (i = 0; i < sizeof signals / sizeof signals[0]; i++) signal(signals[i], on_signal);
    if (LLVMFuzzerInitialize) (void)LLVMFuzzerInitialize(&argc, &argv);
    end = time(NULL) + seconds;
    for (i = 0; i < sample_count; i++) {
        current_size = samples[i].size;
        memcpy(current, samples[i].data, current_size);
        run();
    }
    while ((runs < 0 || run_count < runs) && (seconds ? time(NULL) < end : runs >= 0)) {
        mutate(most);
        run();
    }
    fprintf(stderr, "stat::number_of_executed_units: %ld\n", run_count);
    return 0;
}

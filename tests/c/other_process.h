/* other_process.h - a test program that runs itself again, with a socket between both: test_driver_share.c, test_gpu_share.c */
#ifndef CUCORE_TESTS_OTHER_PROCESS_H
#define CUCORE_TESTS_OTHER_PROCESS_H

#include "check.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef BEFORE_OTHER_PROCESS
#define BEFORE_OTHER_PROCESS (void)0
#endif

/* Fork and exec: the arguments of main are `act`, the socket and `number`. */
static inline pid_t other_process(const char *act, int number, int *socket)
{
    char socket_text[16], number_text[16];
    int pair[2];
    pid_t child;
    CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    CHECK(fcntl(pair[0], F_SETFD, FD_CLOEXEC) == 0);
    snprintf(socket_text, sizeof socket_text, "%d", pair[1]);
    snprintf(number_text, sizeof number_text, "%d", number);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        BEFORE_OTHER_PROCESS;
        execl("/proc/self/exe", "again", act, socket_text, number_text, (char *)NULL);
        _exit(127);
    }
    close(pair[1]);
    *socket = pair[0];
    return child;
}

static inline void say(int socket, char word)
{
    CHECK_INT(write(socket, &word, 1), 1);
}

static inline char hear(int socket)
{
    char word = 0;
    return read(socket, &word, 1) == 1 ? word : 0;
}

static inline int join(pid_t child)
{
    int status = -1;
    CHECK_INT(waitpid(child, &status, 0), child);
    return status;
}

#endif

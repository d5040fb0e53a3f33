/* ------------------------------------------------------------------------------------------- >>impl-share-send -- */
/* share/send.c: handles and descriptors over a Unix socket. */
#if defined(_WIN32)
CUCORE_API cucore_status cucore_share_handle_send(int socket, const cucore_share_handle *handle, int fd)
{
    (void)socket, (void)fd;
    if (!handle) return cucore__fail_null("cucore_share_handle_send", "handle");
    return cucore_fail(CUCORE_UNSUPPORTED, "this system sends no descriptors over sockets");
}

CUCORE_API cucore_status cucore_share_handle_receive(int socket, cucore_share_handle *handle, int *fd)
{
    (void)socket;
    if (handle) memset(handle, 0, sizeof *handle);
    if (fd) *fd = -1;
    if (!handle || !fd) return cucore__fail_null("cucore_share_handle_receive", handle ? "fd" : "handle");
    return cucore_fail(CUCORE_UNSUPPORTED, "this system sends no descriptors over sockets");
}
#else
/* Of systems that have them: a closed socket is an error and no signal, descriptors are not inherited, and only poll
 * waits. */
#if defined(MSG_NOSIGNAL)
#define CUCORE__SEND_FLAGS MSG_NOSIGNAL
#else
#define CUCORE__SEND_FLAGS 0
#endif
#if defined(MSG_CMSG_CLOEXEC)
#define CUCORE__RECEIVE_FLAGS MSG_CMSG_CLOEXEC
#else
#define CUCORE__RECEIVE_FLAGS 0
#endif
#if defined(MSG_DONTWAIT)
#define CUCORE__SOCKET_FLAGS MSG_DONTWAIT
#else
#define CUCORE__SOCKET_FLAGS 0
#endif

/* Room for the control message of one descriptor, aligned as its header. */
typedef union cucore__control {
    struct cmsghdr aligned;
    char bytes[CMSG_SPACE(sizeof(int))];
} cucore__control;

/* A handle on its way through a socket: one deadline for all of it (rules B128). */
typedef struct cucore__passage {
    int socket;
    short events;     /* POLLIN, POLLOUT */
    int is_impatient; /* the socket does not block: nothing waits before the first byte */
    double deadline;  /* us of cucore__socket_clock; negative: none */
    char *handle;
    size_t moved; /* bytes so far */
} cucore__passage;

/* Returns a time in us, of the clock that nobody sets if the system's headers declare it. */
CUCORE__PRIVATE double cucore__socket_clock(void)
{
#if defined(CLOCK_MONOTONIC)
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
#else
    struct timeval now;
    (void)gettimeofday(&now, NULL);
    return (double)now.tv_sec * 1e6 + (double)now.tv_usec;
#endif
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_socket(const char *call, int number, size_t moved)
{
    char after[48] = "";
    if (moved) (void)snprintf(after, sizeof after, " after %llu bytes of a handle", (unsigned long long)moved);
    return cucore_fail(CUCORE_FOREIGN, "%s failed: errno %d (%.100s)%s", call, number,
                       number == EAGAIN       ? "timeout"
                       : number == EPIPE      ? "the peer has closed the socket"
                       : number == ECONNRESET ? "the peer has ended"
                       : number == EBADF      ? "no such descriptor"
                                              : "see errno.h",
                       after);
}

/* Begins a passage.  option: SO_RCVTIMEO or SO_SNDTIMEO. */
CUCORE__PRIVATE cucore_status cucore__passage_start(cucore__passage *passage, int option)
{
    struct timeval most;
    socklen_t size = sizeof most;
    memset(&most, 0, sizeof most);
    if (getsockopt(passage->socket, SOL_SOCKET, option, &most, &size))
        return cucore__fail_socket("getsockopt", errno, 0);
    passage->deadline = -1;
    if (most.tv_sec || most.tv_usec) {
        passage->deadline = cucore__socket_clock() + (double)most.tv_sec * 1e6 + (double)most.tv_usec;
    } else {
        passage->is_impatient = (fcntl(passage->socket, F_GETFL) & O_NONBLOCK) != 0;
    }
    return CUCORE_OK;
}

/* Waits until bytes can be moved.  A signal ends the wait before the first byte only: later the peer would be left with
 * half a handle. */
CUCORE__PRIVATE cucore_status cucore__passage_wait(const cucore__passage *passage)
{
    for (;;) {
        struct pollfd one;
        int milliseconds = passage->is_impatient && !passage->moved ? 0 : -1, ready;
        if (passage->deadline >= 0) {
            const double left = (passage->deadline - cucore__socket_clock()) * 1e-3;
            milliseconds = left <= 0 ? 0 : left >= 1e9 ? 1000000000 : (int)left + 1;
        }
        one.fd = passage->socket;
        one.events = passage->events;
        one.revents = 0;
        ready = poll(&one, 1, milliseconds);
        if (ready > 0) return CUCORE_OK;
        if (ready == 0 && milliseconds < 1000000000) return cucore__fail_socket("poll", EAGAIN, passage->moved);
        if (ready < 0 && errno != EINTR) return cucore__fail_socket("poll", errno, passage->moved);
        if (ready < 0 && !passage->moved) {
            return cucore_fail(CUCORE_INTERRUPTED, "a signal came before the first byte of a handle; call again");
        }
    }
}

/* Takes what a call of the socket returned.  -> OK, also if the call has to be made again */
CUCORE__PRIVATE cucore_status cucore__passage_take(cucore__passage *passage, const char *call, ssize_t n)
{
    if (n >= 0) {
        passage->moved += (size_t)n;
    } else if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
        return cucore__fail_socket(call, errno, passage->moved);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_share_handle_send(int socket, const cucore_share_handle *handle, int fd)
{
    cucore__passage passage;
    cucore_status status;
    if (!handle) return cucore__fail_null("cucore_share_handle_send", "handle");
    if (memcmp(handle->magic, cucore__handle_magic, sizeof handle->magic) != 0 || handle->size < CUCORE__HANDLE_HEAD ||
        handle->size > sizeof *handle) {
        return cucore__invalid(
            "cucore_share_handle_send: handle is no handle of cucore_view_export or cucore_event_export");
    }
    memset(&passage, 0, sizeof passage);
    passage.socket = socket;
    passage.events = POLLOUT;
    passage.handle = (char *)(uintptr_t)handle; /* read only */
    status = cucore__passage_start(&passage, SO_SNDTIMEO);
    while (!status && passage.moved < handle->size) {
        cucore__control control;
        struct iovec part;
        struct msghdr message;
        status = cucore__passage_wait(&passage);
        if (status) break;
        memset(&message, 0, sizeof message);
        memset(&control, 0, sizeof control);
        part.iov_base = passage.handle + passage.moved;
        part.iov_len = handle->size - passage.moved;
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (fd >= 0 && passage.moved == 0) { /* the descriptor goes with the first byte */
            struct cmsghdr *header;
            message.msg_control = control.bytes;
            message.msg_controllen = sizeof control.bytes;
            header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof fd);
            memcpy(CMSG_DATA(header), &fd, sizeof fd);
        }
        status = cucore__passage_take(&passage, "sendmsg",
                                      sendmsg(socket, &message, CUCORE__SEND_FLAGS | CUCORE__SOCKET_FLAGS));
    }
    return status;
}

/* Takes the descriptors out of a message: keeps the first one that ever came, and closes all others.  A system may have
 * delivered more than one in the room for one, because of its padding. */
CUCORE__PRIVATE void cucore__control_take(struct msghdr *message, int *fd)
{
    struct cmsghdr *header;
    for (header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        size_t count, i;
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (i = 0; i < count; i++) {
            int found;
            memcpy(&found, CMSG_DATA(header) + i * sizeof found, sizeof found);
            if (*fd < 0) {
                *fd = found;
                cucore__descriptor_keep(found);
            } else {
                (void)close(found);
            }
        }
    }
}

/* Receives bytes of the handle up to `to`, and a descriptor on the way. */
CUCORE__PRIVATE cucore_status cucore__share_receive_part(cucore__passage *passage, size_t to, int *fd)
{
    cucore_status status = CUCORE_OK;
    while (!status && passage->moved < to) {
        cucore__control control;
        struct iovec part;
        struct msghdr message;
        ssize_t n;
        status = cucore__passage_wait(passage);
        if (status) break;
        memset(&message, 0, sizeof message);
        part.iov_base = passage->handle + passage->moved;
        part.iov_len = to - passage->moved;
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        n = recvmsg(passage->socket, &message, CUCORE__RECEIVE_FLAGS | CUCORE__SOCKET_FLAGS);
        status = cucore__passage_take(passage, "recvmsg", n);
        if (n >= 0) cucore__control_take(&message, fd);
        if (n == 0) {
            return cucore_fail(CUCORE_FOREIGN, "the peer closed the socket after %llu bytes of a handle",
                               (unsigned long long)passage->moved);
        }
    }
    return status;
}

CUCORE_API cucore_status cucore_share_handle_receive(int socket, cucore_share_handle *handle, int *fd)
{
    cucore__passage passage;
    cucore_status status;
    if (handle) memset(handle, 0, sizeof *handle);
    if (fd) *fd = -1;
    if (!handle || !fd) return cucore__fail_null("cucore_share_handle_receive", handle ? "fd" : "handle");
    memset(&passage, 0, sizeof passage);
    passage.socket = socket;
    passage.events = POLLIN;
    passage.handle = (char *)handle;
    status = cucore__passage_start(&passage, SO_RCVTIMEO);
    if (!status) status = cucore__share_receive_part(&passage, CUCORE__HANDLE_PREFIX, fd);
    if (!status && memcmp(handle->magic, cucore__handle_magic, sizeof handle->magic) != 0) {
        status = cucore_fail(CUCORE_PROTOCOL, "the peer sent no handle of cucore: it does not begin with 'cucshare'");
    }
    if (!status && (handle->size < CUCORE__HANDLE_PREFIX || handle->size > sizeof *handle)) {
        status = cucore__fail_field("size", handle->size, "232, and 16 more for each axis");
    }
    if (!status) status = cucore__share_receive_part(&passage, handle->size, fd);
    if (!status) return CUCORE_OK;
    memset(handle, 0, sizeof *handle);
    cucore__descriptor_close(*fd);
    *fd = -1;
    return status;
}
#endif

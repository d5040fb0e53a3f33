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
/* Of systems that have them: a closed socket is an error and no signal, and descriptors are not inherited. */
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

/* Room for the control message of one descriptor, aligned as its header. */
typedef union cucore__control {
    struct cmsghdr aligned;
    char bytes[CMSG_SPACE(sizeof(int))];
} cucore__control;

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_socket(const char *call)
{
    const int number = errno;
    return cucore_fail(CUCORE_FOREIGN, "%s failed: errno %d (%.100s)", call, number,
                       number == EAGAIN       ? "timeout"
                       : number == EPIPE      ? "the peer has closed the socket"
                       : number == ECONNRESET ? "the peer has ended"
                       : number == EBADF      ? "no such descriptor"
                                              : "see errno.h");
}

CUCORE_API cucore_status cucore_share_handle_send(int socket, const cucore_share_handle *handle, int fd)
{
    size_t sent = 0;
    ssize_t n;
    if (!handle) return cucore__fail_null("cucore_share_handle_send", "handle");
    if (memcmp(handle->magic, cucore__handle_magic, sizeof handle->magic) != 0 || handle->size < CUCORE__HANDLE_HEAD ||
        handle->size > sizeof *handle) {
        return cucore__invalid(
            "cucore_share_handle_send: handle is no handle of cucore_view_export or cucore_event_export");
    }
    while (sent < handle->size) {
        cucore__control control;
        struct iovec part;
        struct msghdr message;
        memset(&message, 0, sizeof message);
        memset(&control, 0, sizeof control);
        part.iov_base = (void *)((uintptr_t)handle + sent);
        part.iov_len = handle->size - sent;
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (fd >= 0 && sent == 0) { /* the descriptor goes with the first byte */
            struct cmsghdr *header;
            message.msg_control = control.bytes;
            message.msg_controllen = sizeof control.bytes;
            header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof fd);
            memcpy(CMSG_DATA(header), &fd, sizeof fd);
        }
        n = sendmsg(socket, &message, CUCORE__SEND_FLAGS);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return cucore__fail_socket("sendmsg");
        sent += (size_t)n;
    }
    return CUCORE_OK;
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

/* Receives bytes from `from` to `to` of the handle, and a descriptor on the way. */
CUCORE__PRIVATE cucore_status cucore__share_receive_part(int socket, char *handle, size_t from, size_t to, int *fd)
{
    while (from < to) {
        cucore__control control;
        struct iovec part;
        struct msghdr message;
        ssize_t n;
        memset(&message, 0, sizeof message);
        part.iov_base = handle + from;
        part.iov_len = to - from;
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        n = recvmsg(socket, &message, CUCORE__RECEIVE_FLAGS);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return cucore__fail_socket("recvmsg");
        cucore__control_take(&message, fd);
        if (n == 0) {
            return cucore_fail(CUCORE_FOREIGN, "the peer closed the socket after %llu bytes of a handle",
                               (unsigned long long)from);
        }
        from += (size_t)n;
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_share_handle_receive(int socket, cucore_share_handle *handle, int *fd)
{
    cucore_status status;
    if (handle) memset(handle, 0, sizeof *handle);
    if (fd) *fd = -1;
    if (!handle || !fd) return cucore__fail_null("cucore_share_handle_receive", handle ? "fd" : "handle");
    status = cucore__share_receive_part(socket, (char *)handle, 0, CUCORE__HANDLE_HEAD, fd);
    if (!status && memcmp(handle->magic, cucore__handle_magic, sizeof handle->magic) != 0) {
        status = cucore_fail(CUCORE_PROTOCOL, "the peer sent no handle of cucore: it does not begin with 'cucshare'");
    }
    if (!status && (handle->size < CUCORE__HANDLE_HEAD || handle->size > sizeof *handle)) {
        status = cucore__fail_field("size", handle->size, "224, and 16 more for each axis");
    }
    if (!status) {
        status = cucore__share_receive_part(socket, (char *)handle, CUCORE__HANDLE_HEAD, handle->size, fd);
    }
    if (!status) return CUCORE_OK;
    memset(handle, 0, sizeof *handle);
    cucore__descriptor_close(*fd);
    *fd = -1;
    return status;
}
#endif

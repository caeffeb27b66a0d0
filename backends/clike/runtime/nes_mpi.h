/* nes_mpi.h: what ranks are: processes of one program, started by mpirun, each with a
 * device of its own. All execute the whole host program; nes_ranks.h says which of
 * them runs what. Here is how they begin and end, what they tell each other of the
 * world outside, which rank 0 alone is in touch with, and the counts of -stats.
 *
 * A rank that fails alone says so and ends all; where all fail in one place, as a
 * program does, rank 0 says it. */
#ifndef NES_MPI_H
#define NES_MPI_H

#include "nes_context.h"

#include <mpi.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* seconds that a rank which has failed waits for the others to fail, too */
#define NES_PATIENCE 5.0

/* a value on the host of one rank, which others want */
typedef struct {
    int owner;
    size_t size;
    void *to;
} nes_cell;

typedef struct {
    int rank, n;
    int check; /* NES_RANKS_CHECK: whether operations are compared */
    uint64_t sent, collectives, divided, repeated, moved, everywhere, everywhere_bytes, fetches, deliveries, input;
    nes_vec cells;
} nes_ranks_state;

NES_DATA nes_ranks_state nes_ranks = {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {NULL, 0, 0, 0}};

/* what ends use, apart from all else */
NES_HOST MPI_Comm *nes_last_words(void)
{
    static MPI_Comm comm;
    return &comm;
}

/* standard error, which ranks but the first do not use otherwise */
NES_HOST int *nes_complaints(void)
{
    static int fd = 2;
    return &fd;
}

/* ---- beginning and ending; the main thread does these ---- */

/* joins the other ranks. Those but the first say nothing. */
NES_HOST void nes_join_ranks(void)
{
    int level, rank;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    if (level < MPI_THREAD_SERIALIZED) {
        fputs("MPI: it does not let a thread of its own call it (MPI_THREAD_SERIALIZED)\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, NES_ENVIRONMENT);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, nes_last_words());
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0) {
        const int none = open("/dev/null", O_RDWR);
        *nes_complaints() = dup(2);
        dup2(none, 1);
        dup2(none, 2);
        close(none);
    }
}

/* says why this rank ends, and ends all */
NES_HOST void nes_end_ranks(int status, const char *text)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    dprintf(*nes_complaints(), "rank %d: %s", rank, text == NULL ? "\n" : text);
    MPI_Abort(MPI_COMM_WORLD, status);
}

/* Waits for the others to end, and returns the highest status. What fails on every
 * rank in one place is said once; what fails on one alone is no failure of the program. */
NES_HOST int nes_agree(int status, const char *text)
{
    const double start = nes_now();
    int most = status, all = 0, rank;
    MPI_Request request;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Iallreduce(&status, &most, 1, MPI_INT, MPI_MAX, *nes_last_words(), &request);
    for (MPI_Test(&request, &all, MPI_STATUS_IGNORE); !all; MPI_Test(&request, &all, MPI_STATUS_IGNORE)) {
        if (status != NES_GOOD && nes_now() - start > NES_PATIENCE)
            nes_end_ranks(status == NES_FAILED ? NES_ENVIRONMENT : status, text);
        usleep(200);
    }
    return most;
}

NES_HOST void nes_leave_ranks(void)
{
    MPI_Comm_free(nes_last_words());
    MPI_Finalize();
}

/* ---- operations; the thread of the program does these ---- */

NES_HOST void nes_know_ranks(void)
{
    const char *check = getenv("NES_RANKS_CHECK");
    MPI_Comm_rank(MPI_COMM_WORLD, &nes_ranks.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nes_ranks.n);
    nes_ranks.check = check != NULL && strcmp(check, "0") != 0;
    nes_ranks.cells = nes_vec_of(sizeof(nes_cell));
}

/* the number of this rank among those of its machine */
NES_HOST int nes_rank_of_node(void)
{
    MPI_Comm node;
    int rank;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_free(&node);
    return rank;
}

/* whether all ranks do the same, which numbers say; asked for by NES_RANKS_CHECK */
NES_HOST void nes_compare(const char *what, int64_t x, int64_t y)
{
    int64_t mine[4], least[4];
    if (!nes_ranks.check)
        return;
    mine[0] = x * 31 + what[0];
    mine[1] = -mine[0];
    mine[2] = y;
    mine[3] = -y;
    MPI_Allreduce(mine, least, 4, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
    if (least[0] != -least[1] || least[2] != -least[3]) {
        char text[160];
        snprintf(text, sizeof text, "ranks differ: here comes %s of %lld, %lld\n", what, (long long)x, (long long)y);
        nes_end_ranks(NES_ENVIRONMENT, text);
    }
}

/* pieces of what is sent at once, in bytes */
#define NES_PIECE ((size_t)1 << 30)

/* what an owner has becomes what all have */
NES_HOST void nes_tell(void *p, size_t bytes, int owner)
{
    if (nes_ranks.n == 1)
        return;
    nes_compare("a broadcast", (int64_t)bytes, owner);
    for (size_t at = 0; at < bytes; at += NES_PIECE)
        MPI_Bcast((char *)p + at, (int)(bytes - at < NES_PIECE ? bytes - at : NES_PIECE), MPI_BYTE, owner, MPI_COMM_WORLD);
    nes_ranks.collectives++;
    if (nes_ranks.rank == owner)
        nes_ranks.sent += bytes * (uint64_t)(nes_ranks.n - 1);
}

/* ---- the world outside: rank 0 is in touch with it, the others hear what it gets ---- */

NES_HOST int nes_first_rank(void) { return nes_ranks.rank == 0; }

NES_HOST nes_bool nes_told(nes_bool good)
{
    nes_tell(&good, sizeof good, 0);
    return good;
}

/* whether all ranks find something good */
NES_HOST int nes_all_good(int good)
{
    int all = good;
    if (nes_ranks.n == 1)
        return good;
    nes_compare("a check", 0, 0);
    MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    nes_ranks.collectives++;
    return all;
}

NES_HOST double nes_told_time(double t)
{
    nes_tell(&t, sizeof t, 0);
    return t;
}

/* opens a file on rank 0; others have nothing behind their number */
NES_HOST int nes_open_shared(const char *path, int flags)
{
    int good, none = 0, fd = nes_first_rank() ? open(path, flags, 0666) : open("/dev/null", flags & O_ACCMODE);
    if (nes_first_rank() && fd >= 0 && (flags & O_ACCMODE) == O_RDONLY && read(fd, &none, 0) < 0) { /* a directory */
        close(fd);
        fd = -1;
    }
    good = fd >= 0;
    nes_tell(&good, sizeof good, 0);
    if (!good && fd >= 0)
        close(fd);
    return good ? fd : -1;
}

NES_HOST ssize_t nes_read_shared(int fd, void *p, size_t most)
{
    int64_t got = 0;
    if (nes_first_rank())
        do {
            nes_poll(NULL);
            got = read(fd, p, most);
        } while (got < 0 && errno == EINTR);
    nes_tell(&got, sizeof got, 0);
    if (got > 0)
        nes_tell(p, (size_t)got, 0);
    return (ssize_t)got;
}

/* makes all that rank 0 has on standard input the standard input of each rank */
NES_HOST void nes_share_input(void)
{
    nes_buf all = {NULL, 0, 0};
    int64_t n;
    int fd;
    if (nes_ranks.n == 1)
        return;
    if (nes_first_rank()) {
        char piece[65536];
        ssize_t got;
        while ((got = read(0, piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR))
            if (got > 0)
                nes_put(&all, piece, (size_t)got);
    }
    n = (int64_t)all.n;
    nes_tell(&n, sizeof n, 0);
    if (!nes_first_rank()) {
        all.p = (char *)nes_alloc((size_t)n, 1);
        all.n = (size_t)n;
    }
    nes_tell(all.p, all.n, 0);
    fd = (int)syscall(SYS_memfd_create, "stdin", 0);
    for (size_t at = 0; fd >= 0 && at < all.n;) {
        const ssize_t put = write(fd, all.p + at, all.n - at);
        if (put <= 0)
            break;
        at += (size_t)put;
    }
    if (fd < 0 || lseek(fd, 0, SEEK_END) != (off_t)all.n)
        nes_reject("standard input cannot be kept for all ranks");
    lseek(fd, 0, SEEK_SET);
    dup2(fd, 0);
    close(fd);
    nes_free(all.p);
}

#endif

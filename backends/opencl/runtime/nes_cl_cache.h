/* nes_cl_cache.h: files of a cache, in $XDG_CACHE_HOME/nessiec or
 * ~/.cache/nessiec. A file is its checksum in 16 hexadecimal digits, a line's
 * end, and its contents. It is written under another name and renamed, so
 * readers see all of it or nothing; one that is damaged is removed and counts
 * as missing. When the files together exceed a limit, those that were not used
 * for longest go. NESSIEC_CACHE=off, or no place to write, means no cache. */
#ifndef NES_CL_CACHE_H
#define NES_CL_CACHE_H

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* bytes of all files, each counted as whole blocks; half may stay */
#ifndef NES_CACHE_BYTES
#define NES_CACHE_BYTES ((uint64_t)1 << 27)
#endif

#define NES_CACHE_START 0xCBF29CE484222325u

/* the directory, with what all names begin with; NULL if there is no cache */
NES_DATA char *nes_cache;

NES_HOST uint64_t nes_fnv(uint64_t h, const char *s, size_t n)
{
    for (; n > 0; s++, n--)
        h = (h ^ (unsigned char)*s) * 0x100000001B3u;
    return h * 0x100000001B3u; /* the end counts */
}

/* adds a directory to a path and makes it */
NES_HOST void nes_add_directory(nes_buf *path, const char *name)
{
    nes_puts(path, name);
    nes_putc(path, '\0');
    mkdir(path->p, 0777);
    path->n--;
}

/* finds the directory; names of files will begin with the given text */
NES_HOST void nes_find_cache(const char *prefix)
{
    const char *root = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *use = getenv("NESSIEC_CACHE");
    nes_buf b = {NULL, 0, 0};
    nes_cache = NULL;
    if (use != NULL && strcmp(use, "off") == 0)
        return;
    if (root != NULL && *root == '/') {
        nes_add_directory(&b, root);
    } else if (home != NULL && *home == '/') {
        nes_puts(&b, home);
        nes_add_directory(&b, "/.cache");
    } else {
        return;
    }
    nes_add_directory(&b, "/nessiec");
    nes_add_directory(&b, "/kernels");
    nes_putc(&b, '/');
    nes_puts(&b, prefix);
    nes_putc(&b, '\0');
    nes_cache = (char *)nes_keep(b.p);
}

/* the path of a file; the caller frees */
NES_HOST char *nes_cache_path(const char *name)
{
    nes_buf b = {NULL, 0, 0};
    nes_puts(&b, nes_cache);
    nes_puts(&b, name);
    nes_putc(&b, '\0');
    return b.p;
}

NES_HOST int nes_cache_has(const char *name)
{
    char *path = nes_cache == NULL ? NULL : nes_cache_path(name);
    int there = path != NULL && access(path, R_OK) == 0;
    nes_free(path);
    return there;
}

NES_HOST void nes_cache_remove(const char *name)
{
    char *path = nes_cache_path(name);
    remove(path);
    nes_free(path);
}

NES_HOST void nes_checksum(char sum[18], const char *p, size_t n)
{
    snprintf(sum, 18, "%016llx\n", (unsigned long long)nes_fnv(NES_CACHE_START, p, n));
}

/* the contents of a file, with a zero at the end; p is NULL if there is none */
NES_HOST nes_buf nes_cache_get(const char *name)
{
    nes_buf b = {NULL, 0, 0};
    char *path = nes_cache == NULL ? NULL : nes_cache_path(name), chunk[65536], sum[18];
    FILE *f = path == NULL ? NULL : fopen(path, "rb");
    size_t n;
    if (f != NULL) {
        while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
            nes_put(&b, chunk, n);
        fclose(f);
        if (b.n >= 17)
            nes_checksum(sum, b.p + 17, b.n - 17);
        if (b.n >= 17 && memcmp(sum, b.p, 17) == 0) {
            utimensat(AT_FDCWD, path, NULL, 0);
            b.n -= 17;
            memmove(b.p, b.p + 17, b.n);
            nes_putc(&b, '\0');
            b.n--;
        } else {
            remove(path);
            nes_free(b.p);
            b.p = NULL;
        }
    }
    nes_free(path);
    return b;
}

/* writes a file if that is possible; whether it was */
NES_HOST int nes_cache_put(const char *name, const char *p, size_t n)
{
    char *path, sum[18], own[64];
    nes_buf temporary = {NULL, 0, 0};
    FILE *f;
    int good = 0;
    if (nes_cache == NULL)
        return 0;
    path = nes_cache_path(name);
    nes_puts(&temporary, path);
    snprintf(own, sizeof own, ".%ld.%llx", (long)getpid(), (unsigned long long)(uintptr_t)&nes_cache); /* of this thread alone */
    nes_puts(&temporary, own);
    nes_putc(&temporary, '\0');
    nes_checksum(sum, p, n);
    f = fopen(temporary.p, "wb");
    if (f != NULL) {
        good = fwrite(sum, 1, 17, f) == 17 && fwrite(p, 1, n, f) == n;
        good = fclose(f) == 0 && good && rename(temporary.p, path) == 0;
        if (!good)
            remove(temporary.p);
    }
    nes_free(temporary.p);
    nes_free(path);
    return good;
}

/* ---- the limit ---- */

typedef struct {
    char *name;
    int64_t used; /* when, in nanoseconds */
    uint64_t bytes;
} nes_cached_file;

NES_HOST int nes_compare_files(const void *a, const void *b)
{
    const nes_cached_file *x = (const nes_cached_file *)a, *y = (const nes_cached_file *)b;
    return x->used < y->used ? -1 : x->used > y->used;
}

/* removes the files that were not used for longest, if there are too many */
NES_HOST void nes_bound_cache(void)
{
    nes_vec v = nes_vec_of(sizeof(nes_cached_file));
    nes_cached_file *files;
    uint64_t total = 0;
    char *end = nes_cache == NULL ? NULL : strrchr(nes_cache, '/');
    DIR *d;
    if (end == NULL)
        return;
    *end = '\0';
    d = opendir(nes_cache);
    *end = '/';
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        struct stat s;
        nes_cached_file f;
        if (fstatat(dirfd(d), e->d_name, &s, 0) != 0 || !S_ISREG(s.st_mode))
            continue;
        f.name = (char *)nes_alloc(strlen(e->d_name) + 1, 1);
        strcpy(f.name, e->d_name);
        f.used = (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
        f.bytes = ((uint64_t)s.st_size + 4095) / 4096 * 4096;
        total += f.bytes;
        *(nes_cached_file *)nes_vec_room(&v, 1) = f;
        v.n++;
    }
    files = (nes_cached_file *)v.p;
    if (total > NES_CACHE_BYTES) {
        qsort(files, v.n, sizeof *files, nes_compare_files);
        for (size_t i = 0; i < v.n && total > NES_CACHE_BYTES / 2; i++)
            if (unlinkat(dirfd(d), files[i].name, 0) == 0)
                total -= files[i].bytes;
    }
    if (d != NULL)
        closedir(d);
    for (size_t i = 0; i < v.n; i++)
        nes_free(files[i].name);
    nes_free(v.p);
}

#endif

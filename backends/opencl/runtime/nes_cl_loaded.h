/* nes_cl_loaded.h: the code of kernels stays loaded.
 *
 * PoCL makes a shared object of each kernel and device, has at most 128 of them
 * loaded at a time, and unloads the one that was not used for longest. A loop over
 * more kernels loads one with each launch, which takes 0.3 ms. An object that
 * something else holds stays where it is, and to load it again costs nothing. */
#ifndef NES_CL_LOADED_H
#define NES_CL_LOADED_H

#ifdef __linux__
#include <dlfcn.h>
#include <link.h>

/* launches from one look at what is loaded to the next */
#define NES_LOOK_EVERY 256

/* objects that are kept, at most, for each kernel */
#define NES_MOST_OBJECTS 4

/* the paths of objects that hold kernels, as one look finds them */
typedef struct {
    char **paths;
    int n, room;
    unsigned long long adds; /* how many objects had been loaded by then */
} nes_objects;

NES_HOST void nes_open_code(void)
{
    nes_cl.loaded_room = NES_MOST_OBJECTS * nes_device_code.nkernels;
    nes_cl.loaded = (void **)nes_keep(nes_alloc((size_t)nes_cl.loaded_room, sizeof *nes_cl.loaded));
}

/* whether an object is the code of a kernel of this program: PoCL names the file after it */
NES_HOST int nes_is_code(const char *path)
{
    const nes_code *p = &nes_device_code;
    const char *slash = strrchr(path, '/');
    for (int i = 0; slash != NULL && i < p->nkernels; i++) {
        const size_t n = strlen(p->kernels[i].name);
        if (strncmp(slash + 1, p->kernels[i].name, n) == 0 && strcmp(slash + 1 + n, ".so") == 0)
            return 1;
    }
    return 0;
}

/* notes an object; returns 1, which ends the walk, if nothing was loaded since the last look */
NES_HOST int nes_note_object(struct dl_phdr_info *o, size_t size, void *to)
{
    nes_objects *found = (nes_objects *)to;
    (void)size;
    found->adds = o->dlpi_adds;
    if (found->adds == nes_cl.adds)
        return 1;
    if (found->n < found->room && nes_is_code(o->dlpi_name) && (found->paths[found->n] = strdup(o->dlpi_name)) != NULL)
        found->n++;
    return 0;
}

/* keeps an object, unless it is gone, kept, or one too many */
NES_HOST void nes_hold_object(const char *path)
{
    void *handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    int i = 0;
    while (i < nes_cl.nloaded && nes_cl.loaded[i] != handle)
        i++;
    if (handle == NULL)
        return;
    if (i < nes_cl.nloaded || i == nes_cl.loaded_room)
        dlclose(handle);
    else
        nes_cl.loaded[nes_cl.nloaded++] = handle;
}

/* keeps the code that was loaded since the last look: called after each launch,
 * it looks now and then. A walk over objects must not load any, so it notes them first. */
NES_HOST void nes_hold_code(void)
{
    nes_objects found = {NULL, 0, nes_cl.loaded_room, 0};
    if (nes_dev.total_launches % NES_LOOK_EVERY != 0)
        return;
    found.paths = (char **)nes_alloc((size_t)found.room, sizeof *found.paths);
    dl_iterate_phdr(nes_note_object, &found);
    nes_cl.adds = found.adds;
    for (int i = 0; i < found.n; i++) {
        nes_hold_object(found.paths[i]);
        free(found.paths[i]);
    }
    nes_free(found.paths);
}

NES_HOST void nes_release_code(void)
{
    for (int i = 0; i < nes_cl.nloaded; i++)
        dlclose(nes_cl.loaded[i]);
}

#else
NES_HOST void nes_open_code(void) {}
NES_HOST void nes_hold_code(void) {}
NES_HOST void nes_release_code(void) {}
#endif

#endif

/* The driver of the tests: one command per program run. What it prints is
 * compared with what Go computes. The runtime and the function call(number,
 * words), which names every scalar primitive, precede this text. */

/* lines of a number and three words; prints a word each */
static int ops(void)
{
    int k;
    unsigned long long a, b, c;
    while (scanf("%d %llx %llx %llx", &k, &a, &b, &c) == 4)
        printf("%llx\n", (unsigned long long)call(k, a, b, c));
    return 0;
}

/* floats from the words on standard input, in both formats */
static int floats(void)
{
    uint64_t b;
    nes_buf out = {NULL, 0, 0};
    while (fread(&b, sizeof b, 1, stdin) == 1) {
        nes_put_float(&out, get_d(b));
        nes_putc(&out, ' ');
        nes_put_float8(&out, get_d(b));
        nes_putc(&out, '\n');
    }
    fwrite(out.p, 1, out.n, stdout);
    return 0;
}

/* writes every array of v in object format and reads it back into v */
static void objects(const nes_shape *shape, nes_value *v, const char *file)
{
    nes_str name = nes_str_of(file, strlen(file));
    nes_int s, l;
    nes_open_file(name, 1, &s);
    for (int k = 0; k < shape->count; k++) {
        int leaf = shape->nodes[k].leaf;
        char kind = shape->nodes[k].kind;
        if (!nes_has_leaf(&shape->nodes[k]))
            continue;
        if (kind == '[') {
            int64_t n = v->length[leaf] - 1;
            const nes_int *offsets = (const nes_int *)v->leaf[leaf];
            nes_int *lens = (nes_int *)nes_alloc((size_t)n, sizeof *lens);
            for (int64_t i = 0; i < n; i++)
                lens[i] = offsets[i + 1] - offsets[i];
            nes_write_lengths(n, lens, s);
            nes_write_lengths(n, lens, 2);
        } else {
            nes_write_vector(kind, v->length[leaf], v->leaf[leaf], s);
            nes_write_vector(kind, v->length[leaf], v->leaf[leaf], 2);
        }
    }
    nes_close_file(s);
    nes_open_file(name, 0, &s);
    for (int k = 0; k < shape->count; k++) {
        int leaf = shape->nodes[k].leaf;
        char kind = shape->nodes[k].kind;
        nes_int *lens, *offsets = (nes_int *)v->leaf[leaf];
        int64_t n;
        nes_status st = nes_ok();
        if (!nes_has_leaf(&shape->nodes[k]))
            continue;
        if (kind == '[') {
            st = nes_read_lengths(s, &n, &lens);
            for (int64_t i = 0; i < n; i++)
                offsets[i + 1] = offsets[i] + lens[i];
        } else {
            st = nes_read_vector(kind, s, &v->length[leaf], &v->leaf[leaf]);
        }
        if (!st.ok)
            printf("array %d was not read\n", leaf);
    }
    l = s;
    nes_close_file(l);
}

/* reads arguments; prints them at the top level, by @ and as an object, reads
 * the object back and prints it again */
static int values(const char *descriptor, const char *type, int64_t limit, const char *file)
{
    nes_value v = nes_read_arguments(descriptor, 0, NULL);
    const void *const *leaves = (const void *const *)v.leaf;
    nes_shape shape = nes_shape_of(descriptor);
    nes_print_top("it", type, descriptor, leaves, limit);
    nes_print_string(nes_string(descriptor, leaves));
    nes_print_char('\n');
    objects(&shape, &v, file);
    nes_print_top("back", type, descriptor, leaves, -1);
    return 0;
}

static void show(const char *what, nes_str s)
{
    printf("%s<", what);
    nes_print_string(s);
    printf("> ");
}

static nes_status script_read(const char *verb, nes_int s, nes_str a, const char *number)
{
    nes_status st;
    nes_str text = {0, NULL};
    nes_int end = 0;
    nes_char c = 0;
    nes_bool eof = 0;
    if (strcmp(verb, "char") == 0)
        st = nes_read_char(s, &c);
    else if (strcmp(verb, "line") == 0)
        st = nes_read_line(s, &text, &eof);
    else if (strcmp(verb, "word") == 0)
        st = nes_read_word(s, &text, &c, &eof);
    else
        st = nes_read_string(a, atoi(number), s, &text, &end);
    show(verb, text);
    printf("%d %c %d ", (int)c, "ft"[eof], (int)end);
    return st;
}

static nes_status script_array(char kind, nes_int s)
{
    int64_t n;
    void *p;
    nes_status st = nes_read_array(kind, s, &n, &p);
    nes_free(nes_write_vector(kind, n, p, 2).message.p);
    return st;
}

/* every argument is VERB|STREAM|TEXT|TEXT */
static int script(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        char *w[4] = {argv[i], NULL, NULL, NULL};
        nes_int on, s = -7;
        nes_str a;
        nes_status st = nes_ok();
        for (int k = 1; k < 4; k++) {
            w[k] = strchr(w[k - 1], '|');
            *w[k]++ = '\0';
        }
        on = atoi(w[1]);
        a = nes_str_of(w[2], strlen(w[2]));
        if (strcmp(w[0], "open") == 0)
            st = nes_open_file(a, on, &s);
        else if (strcmp(w[0], "close") == 0)
            st = nes_close_file(on);
        else if (strcmp(w[0], "write") == 0)
            st = nes_write_string(a, on);
        else if (strcmp(w[0], "put") == 0)
            st = nes_write_char(a.p[0], on);
        else if (strcmp(w[0], "array") == 0)
            st = script_array(w[2][0], on);
        else if (strcmp(w[0], "env") == 0)
            show("env", nes_get_environment_variable(a));
        else
            st = script_read(w[0], on, a, w[3]);
        printf("%d %c ", (int)s, "ft"[st.ok]);
        show(w[0], st.message);
        printf("\n");
    }
    return 0;
}

static int depth(int64_t n)
{
    nes_check_stack();
    return n == 0 ? 0 : 1 + depth(n - 1) % 2;
}

static void deep(void *context) { printf("%d\n", depth(*(int64_t *)context)); }

static void nothing(void *context) { (void)context; }

typedef struct {
    int argc;
    char **argv;
} arguments;

static void command(void *context)
{
    const arguments *all = (const arguments *)context;
    const int argc = all->argc;
    char **argv = all->argv;
    if (argc > 5 && strcmp(argv[1], "values") == 0)
        values(argv[2], argv[3], atoi(argv[4]), argv[5]);
    else if (strcmp(argv[1], "script") == 0)
        script(argc, argv);
    else if (strcmp(argv[1], "ops") == 0)
        ops();
    else if (strcmp(argv[1], "floats") == 0)
        floats();
    else if (strcmp(argv[1], "deep") == 0) {
        int64_t n = atoll(argv[2]);
        deep(&n);
    } else if (strcmp(argv[1], "fail") == 0) {
        printf("earlier output\n");
        nes_runtime_error("Divide by zero.", "a.nesl:3:5\na.nesl:9:1");
    } else if (strcmp(argv[1], "error") == 0) {
        printf("earlier output\n");
        nes_user_error(nes_str_of(argv[2], strlen(argv[2])), "a.nesl:3:5");
    } else if (strcmp(argv[1], "options") == 0) {
        nes_options o = nes_parse_options(argc - 1, argv + 1, 7, 0);
        nes_rand_seed(o.choice.seed);
        printf("%d %s %lld %d %d %llu\n", o.nargs, o.nargs > 0 ? o.args[o.nargs - 1] : "", (long long)o.choice.seed, o.stats, o.bench,
               (unsigned long long)nes_rand_key());
        if (o.choice.memory > 0)
            printf("%s %lld\n", o.choice.name, (long long)o.choice.memory);
        if (o.bench > 0)
            nes_bench("none", o.bench, nothing, NULL);
    } else if (strcmp(argv[1], "arguments") == 0) {
        nes_value v = nes_read_arguments(argv[2], argc - 3, argv + 3);
        nes_print_top("it", "", argv[2], (const void *const *)v.leaf, -1);
    }
}

int main(int argc, char **argv)
{
    arguments all;
    all.argc = argc;
    all.argv = argv;
    return nes_run(command, &all);
}

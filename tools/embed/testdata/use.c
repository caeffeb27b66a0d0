/* use.c: a program that uses the library of demo.nesl in all ways: two contexts
 * at once, errors and what follows them, ten thousand calls, cancelling. It
 * prints what is wrong, and how many checks there were. */
#include "demo.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int checks, wrong;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void check(int good, const char *what, int line)
{
    pthread_mutex_lock(&mutex);
    checks++;
    if (!good) {
        wrong++;
        printf("line %d: %s\n", line, what);
    }
    pthread_mutex_unlock(&mutex);
}
#define CHECK(condition) check(condition, #condition, __LINE__)

static demo_seq_int ints(const int32_t *p, int64_t n)
{
    demo_seq_int v = {0, NULL};
    v.length = n;
    v.data = p;
    return v;
}

static demo_error error_of(const demo_context *c)
{
    demo_error e;
    demo_context_error(c, &e);
    return e;
}

static void values(demo_context *c)
{
    static const int32_t offsets[] = {0, 3, 3, 5}, data[] = {1, 2, 3, 40, 50}, where[] = {2, 0};
    static const double xs[] = {0.5, 1.5};
    demo_seq_seq_int rows = {3, offsets, data};
    demo_seq_int r, none = {0, NULL};
    demo_seq_float v = {2, xs};
    demo_tuple2_float_seq_tuple2_int_float t;
    int32_t n = 0;

    CHECK(demo_sums(c, rows, &r) == DEMO_GOOD);
    CHECK(r.length == 3 && r.data[0] == 12 && r.data[1] == 6 && r.data[2] == 96);
    demo_free_seq_int(&r);
    CHECK(r.length == 0 && r.data == NULL);
    CHECK(demo_two(c, 2.0, v, &t) == DEMO_GOOD);
    CHECK(t._0 == 4.0 && t._1.length == 2 && t._1.data_0[1] == 1 && t._1.data_1[1] == 3.0);
    demo_free_tuple2_float_seq_tuple2_int_float(&t);
    CHECK(demo_pick(c, ints(data, 5), ints(where, 2), &r) == DEMO_GOOD);
    CHECK(r.length == 2 && r.data[0] == 3 && r.data[1] == 1);
    demo_free_seq_int(&r);
    CHECK(demo_quicksort(c, none, &r) == DEMO_GOOD && r.length == 0);
    demo_free_seq_int(&r);
    CHECK(demo_count(c, 1000, &n) == DEMO_GOOD && n == 1000);
    rows.length = 0;
    rows.offsets = NULL;
    CHECK(demo_sums(c, rows, &r) == DEMO_GOOD && r.length == 0);
    demo_free_seq_int(&r);
}

static void nested(demo_context *c)
{
    static const int32_t outer[] = {0, 2, 3}, inner[] = {0, 1, 3, 3};
    static const double xs[] = {1, 2, 3};
    demo_seq_seq_seq_float x = {2, outer, inner, xs}, y;
    const bool flags[] = {true, false};
    const char letters[] = {'x', 'y'};
    demo_seq_tuple2_bool_char all = {2, flags, letters};
    demo_tuple2_bool_char first = {true, 'z'};
    demo_tuple2_tuple2_bool_char_seq_tuple2_bool_char both;
    demo_seq_char text = {7, "ab cd e"};
    demo_seq_seq_char words;
    CHECK(demo_turn(c, x, &y) == DEMO_GOOD);
    CHECK(y.length == 2 && y.offsets[1] == 1 && y.offsets[2] == 3 && y.offsets2[1] == 0 && y.offsets2[2] == 2 && y.offsets2[3] == 3);
    CHECK(y.data[0] == 2 && y.data[1] == 3 && y.data[2] == 1);
    demo_free_seq_seq_seq_float(&y);
    CHECK(demo_words(c, text, &words) == DEMO_GOOD);
    CHECK(words.length == 3 && words.offsets[3] == 5 && memcmp(words.data, "abcde", 5) == 0);
    demo_free_seq_seq_char(&words);
    CHECK(demo_both(c, first, all, &both) == DEMO_GOOD);
    CHECK(both._0._0 && both._0._1 == 'z' && both._1.length == 3 && !both._1.data_0[1] && both._1.data_0[2] && both._1.data_1[2] == 'z');
    demo_free_tuple2_tuple2_bool_char_seq_tuple2_bool_char(&both);
}

/* datatypes: the number of the constructor, and what constructors hold */
static void datatypes(demo_context *c)
{
    int32_t tags[] = {1, 0, 2};
    static const double first[] = {2, 1, 0}, second[] = {5, 0, 0};
    demo_seq_tuple3_int_float_float v = {3, tags, first, second};
    demo_seq_tuple2_float_float points = {2, first, second};
    demo_tuple3_int_float_float box;
    demo_seq_float r;
    CHECK(demo_areas(c, v, &r) == DEMO_GOOD && r.length == 3 && r.data[0] == 10 && r.data[1] == 3 && r.data[2] == 0);
    demo_free_seq_float(&r);
    CHECK(demo_around(c, points, &box) == DEMO_GOOD && box._0 == 1 && box._1 == 2 && box._2 == 5);
    points.length = 0;
    CHECK(demo_around(c, points, &box) == DEMO_GOOD && box._0 == 2);
    tags[2] = 3;
    CHECK(demo_areas(c, v, &r) == DEMO_REJECTED);
    CHECK(strcmp(error_of(c).message, "argument v: there is no constructor number 3") == 0);
}

static void errors(demo_context *c)
{
    static const int32_t data[] = {1, 2, 3, 40, 50}, where[] = {2, 0, 9}, bad[] = {0, 3, 2};
    demo_seq_seq_int rows = {2, bad, data};
    demo_seq_int r;
    demo_error e;
    int32_t n = 0;

    CHECK(demo_pick(c, ints(data, 5), ints(where, 3), &r) == DEMO_FAILED);
    e = error_of(c);
    CHECK(e.status == DEMO_FAILED && e.element == 2);
    CHECK(strstr(e.message, "out of bounds") != NULL);
    CHECK(strcmp(e.position, "demo.nesl:23:51") == 0);
    CHECK(strncmp(e.text, "RUNTIME ERROR: ", 15) == 0 && strstr(e.text, "\n  at demo.nesl:23:51, in parallel element 2\n") != NULL);

    CHECK(demo_count(c, -7, &n) == DEMO_FAILED);
    e = error_of(c);
    CHECK(strcmp(e.message, "negative: -7") == 0 && e.element == -1 && strstr(e.position, "demo.nesl:38:") != NULL);

    CHECK(demo_sums(c, rows, &r) == DEMO_REJECTED);
    CHECK(strcmp(error_of(c).message, "argument rows: its offsets fall from 3 to 2 at number 1") == 0);
    rows.length = -1;
    CHECK(demo_sums(c, rows, &r) == DEMO_REJECTED);
    CHECK(demo_quicksort(c, ints(NULL, 2), &r) == DEMO_REJECTED);
    CHECK(strcmp(error_of(c).message, "argument a: an array of 2 elements is missing") == 0);

    values(c);
    CHECK(error_of(c).status == DEMO_GOOD && error_of(c).message == NULL);
}

static void limited(void)
{
    demo_options options = {NULL, 1 << 22, 0};
    demo_context *c = demo_context_new(&options);
    demo_seq_int r;
    int32_t n;
    CHECK(error_of(c).status == DEMO_GOOD);
    CHECK(demo_large(c, 10000000, &r) == DEMO_FAILED);
    CHECK(strcmp(error_of(c).message, "Out of memory.") == 0);
    CHECK(demo_large(c, 1000, &r) == DEMO_GOOD && r.length == 1000 && r.data[999] == 999);
    demo_free_seq_int(&r);
    CHECK(demo_deep(c, 1, &n) == DEMO_FAILED);
    CHECK(strstr(error_of(c).message, "the recursion is too deep") != NULL);
    CHECK(demo_count(c, 1000, &n) == DEMO_GOOD && n == 1000);
    demo_context_free(c);

    options.device = "there is none of this name";
    options.memory = 0;
    c = demo_context_new(&options);
    CHECK(error_of(c).status == DEMO_ENVIRONMENT);
    CHECK(demo_count(c, 1, &n) == DEMO_REJECTED);
    demo_context_free(c);
    demo_context_free(NULL);
}

/* the same seed draws the same numbers, and calls go on drawing */
static void seeds(void)
{
    demo_options options = {NULL, 0, 5};
    demo_seq_int first[2], second[2];
    for (int i = 0; i < 2; i++) {
        demo_context *c = demo_context_new(&options);
        CHECK(demo_draw(c, 1000000, &first[i]) == DEMO_GOOD && demo_draw(c, 1000000, &second[i]) == DEMO_GOOD);
        demo_context_free(c);
    }
    CHECK(memcmp(first[0].data, first[1].data, 5 * sizeof(int32_t)) == 0);
    CHECK(memcmp(second[0].data, second[1].data, 5 * sizeof(int32_t)) == 0);
    CHECK(memcmp(first[0].data, second[0].data, 5 * sizeof(int32_t)) != 0);
    for (int i = 0; i < 2; i++) {
        demo_free_seq_int(&first[i]);
        demo_free_seq_int(&second[i]);
    }
}

static void *work(void *p)
{
    int32_t data[1000];
    const int rounds = *(int *)p;
    demo_context *c = demo_context_new(NULL);
    for (int k = 0; k < rounds; k++) {
        demo_seq_int r;
        int sorted = 1;
        for (int i = 0; i < 1000; i++)
            data[i] = (i * 7919 + k) % 1009;
        CHECK(demo_quicksort(c, ints(data, 1000), &r) == DEMO_GOOD);
        for (int i = 1; i < 1000; i++)
            sorted &= r.data[i - 1] <= r.data[i];
        CHECK(sorted && r.length == 1000);
        demo_free_seq_int(&r);
        if (k % 5 == 0)
            errors(c);
    }
    demo_context_free(c);
    return NULL;
}

static void two_at_once(int rounds)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &rounds);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

/* memory is the same after many calls, of which some fail */
static void many(demo_context *c, int calls)
{
    static const int32_t offsets[] = {0, 3, 3, 5}, data[] = {1, 2, 3, 40, 50}, where[] = {2, 9};
    demo_seq_seq_int rows = {3, offsets, data};
    demo_memory before, after;
    demo_seq_int r;
    int32_t n;
    int bad = 0;
    demo_count(c, -1, &n);
    demo_sums(c, rows, &r);
    demo_free_seq_int(&r);
    demo_context_memory(c, &before);
    for (int i = 0; i < calls; i++) {
        if (i % 4 == 0)
            bad += demo_pick(c, ints(data, 5), ints(where, 2), &r) != DEMO_FAILED;
        else if (i % 4 == 1)
            bad += demo_count(c, -1, &n) != DEMO_FAILED;
        else {
            bad += demo_sums(c, rows, &r) != DEMO_GOOD || r.data[2] != 96;
            demo_free_seq_int(&r);
        }
        demo_context_memory(c, &after);
        bad += after.used != before.used || after.leaked != 0;
    }
    CHECK(bad == 0);
    CHECK(after.held < before.held + 65536);
}

static volatile int ended;

/* asks again, since what is asked before a call begins is not for it */
static void *canceller(void *c)
{
    do {
        usleep(50000);
        demo_context_cancel((demo_context *)c);
    } while (!ended);
    return NULL;
}

static void cancelled(demo_context *c)
{
    static const int32_t data[] = {1, 2, 3};
    demo_seq_int r;
    pthread_t thread;
    int32_t n;
    demo_context_cancel(c); /* nothing is in progress */
    for (int i = 0; i < 2; i++) {
        ended = 0;
        pthread_create(&thread, NULL, canceller, c);
        CHECK((i == 0 ? demo_endless(c, 1, &n) : demo_churn(c, ints(data, 3), &r)) == DEMO_CANCELLED);
        ended = 1;
        pthread_join(thread, NULL);
        CHECK(strncmp(error_of(c).message, "Cancelled", 9) == 0);
        values(c);
    }
}

int main(int argc, char **argv)
{
    const int calls = argc > 1 ? atoi(argv[1]) : 10000, rounds = argc > 2 ? atoi(argv[2]) : 20;
    demo_context *c = demo_context_new(NULL);
    if (error_of(c).status == DEMO_ENVIRONMENT) {
        printf("%s\n", error_of(c).message);
        return 4;
    }
    values(c);
    nested(c);
    datatypes(c);
    errors(c);
    limited();
    seeds();
    two_at_once(rounds);
    cancelled(c);
    many(c, calls);
    demo_context_free(c);
    printf("%d checks, %d wrong\n", checks, wrong);
    return wrong != 0;
}

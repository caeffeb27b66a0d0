/* calculator.c: values of arithmetic expressions by recursive descent, one in
 * each line of a text. */
#include "common.h"

static char *text;
static int length, *start, *values, lines;

static int expression(const char **s);

static int factor(const char **s)
{
    int x = 0;
    if (**s == '(') {
        ++*s;
        x = expression(s);
        ++*s;
    } else if (**s == '-') {
        ++*s;
        x = -factor(s);
    } else
        for (; **s >= '0' && **s <= '9'; ++*s)
            x = 10 * x + **s - '0';
    return x;
}

static int term(const char **s)
{
    int x = factor(s);
    while (**s == '*') {
        ++*s;
        x *= factor(s);
    }
    return x;
}

static int expression(const char **s)
{
    int x = term(s);
    for (;;)
        if (**s == '+') {
            ++*s;
            x += term(s);
        } else if (**s == '-') {
            ++*s;
            x -= term(s);
        } else
            return x;
}

static void region(void)
{
    lines = 0;
    start[0] = 0;
    for (const char *p = text; (p = memchr(p, '\n', (size_t)(text + length - p))) != NULL;)
        start[++lines] = (int)(++p - text);
#pragma omp parallel for
    for (int i = 0; i < lines; i++) {
        const char *s = text + start[i];
        values[i] = expression(&s);
    }
}

static void digits(int i)
{
    int r = noise(i);
    for (int k = 0, x = r; k < 1 + r % 3; k++, x /= 10)
        text[length++] = (char)('0' + x % 10);
}

/* a pattern with letters a to e for numbers */
static void line(int i, const char *pattern)
{
    for (const char *p = pattern; *p; p++)
        if (*p >= 'a')
            digits(5 * i + *p - 'a');
        else
            text[length++] = *p;
    text[length++] = '\n';
}

int main(int argc, char **argv)
{
    static const char *patterns[] = {"a+b*c-d", "(a+b)*(c-d*e)", "a*(b-(c+d)*-e)", "((a))-b"};
    double s = 0;
    arguments(argc, argv);
    text = NEW(char, (int64_t)size * 26);
    start = NEW(int, size + 1);
    values = NEW(int, size);
    for (int i = 0; i < size; i++)
        line(i, patterns[noise(i) % 4]);
    measure(region, NULL);
    for (int i = 0; i < lines; i++)
        s += (double)values[i] * (1 + i % 7);
    return check(s);
}

/* sudoku.c: all solutions of sudokus, depth first, always at a cell with the
 * fewest possible digits. */
#include "common.h"

typedef struct {
    unsigned char cells[81];
} board;

typedef struct {
    board b;
    int rows[9], cols[9], boxes[9]; /* digits that are there, as bits */
    board *found;
    int n, room;
} search;

static board *boards, **found;
static int *counts;

static int box(int c) { return c / 27 * 3 + c % 9 / 3; }

static void set(search *s, int c, int d)
{
    s->b.cells[c] = (unsigned char)d;
    s->rows[c / 9] ^= 1 << d;
    s->cols[c % 9] ^= 1 << d;
    s->boxes[box(c)] ^= 1 << d;
}

static void solve(search *s)
{
    int cell = -1, fewest = 10, digits = 0;
    for (int c = 0; c < 81; c++)
        if (s->b.cells[c] == 0) {
            int set = 1022 & ~(s->rows[c / 9] | s->cols[c % 9] | s->boxes[box(c)]), n = __builtin_popcount((unsigned)set);
            if (n < fewest) {
                fewest = n;
                cell = c;
                digits = set;
            }
        }
    if (cell < 0) {
        if (s->n == s->room)
            s->found = (board *)realloc(s->found, (size_t)(s->room = 2 * s->room + 1) * sizeof *s->found);
        s->found[s->n++] = s->b;
        return;
    }
    for (int d = 1; d < 10; d++)
        if (digits >> d & 1) {
            set(s, cell, d);
            solve(s);
            set(s, cell, d);
            s->b.cells[cell] = 0;
        }
}

static void region(void)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < size; i++) {
        search s;
        memset(&s, 0, sizeof s);
        for (int c = 0; c < 81; c++)
            if (boards[i].cells[c] > 0)
                set(&s, c, boards[i].cells[c]);
        solve(&s);
        free(found[i]);
        found[i] = s.found;
        counts[i] = s.n;
    }
}

int main(int argc, char **argv)
{
    static const char puzzle[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.";
    double s = 0;
    arguments(argc, argv);
    boards = NEW(board, size);
    found = NEW(board *, size);
    counts = NEW(int, size);
    for (int i = 0; i < size; i++)
        for (int c = 0; c < 81; c++)
            if (puzzle[c] != '.' && puzzle[c] != puzzle[i % 81])
                boards[i].cells[c] = (unsigned char)(1 + (puzzle[c] - '0' + i) % 9);
    measure(region, NULL);
    for (int i = 0; i < size; i++) {
        s += counts[i];
        for (int j = 0; j < counts[i]; j++)
            s += (double)found[i][j].cells[j % 81] * (1 + i % 7);
    }
    return check(s);
}

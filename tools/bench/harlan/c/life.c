/* Life on a torus; the size is the number of steps. */
#include "example.h"

int main(int argc, char **argv)
{
    enum { N = 8, M = 16 };
    const int steps = argument(argc, argv, 12);
    int grid[N][M], next[N][M], alive = 0;
    for (int k = 0; k < N * M; k++)
        grid[k / M][k % M] = k == 17 || k == 34 || k == 48 || k == 49 || k == 50;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                int n = -grid[i][j];
                for (int di = -1; di <= 1; di++)
                    for (int dj = -1; dj <= 1; dj++)
                        n += grid[(i + di + N) % N][(j + dj + M) % M];
                next[i][j] = n == 3 || (n == 2 && grid[i][j] == 1);
            }
        memcpy(grid, next, sizeof grid);
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++)
            putchar(grid[i][j] ? 'o' : '.'), alive += grid[i][j];
        putchar('\n');
    }
    printf("%d\n", alive);
    return 0;
}

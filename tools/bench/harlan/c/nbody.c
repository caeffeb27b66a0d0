/* Bodies that attract each other: all pairs. */
#include "example.h"

typedef struct { double x, y, z, vx, vy, vz, m; } body;

static double noise(int i) { return noise_of(i + 17, 31 * (i + 3), 1000 - i, 77, i); }

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 64);
    body *bs = make(n * sizeof *bs), *next = make(n * sizeof *next);
    for (int i = 0; i < n; i++)
        bs[i] = (body){noise(i), noise(i + 1000), noise(i + 2000), 0, 0, 0, 0.5 + noise(i + 3000)};
    for (int s = 0; s < 5; s++) {
        for (int i = 0; i < n; i++) {
            double fx = 0, fy = 0, fz = 0;
            for (int j = 0; j < n; j++) {
                const double dx = bs[j].x - bs[i].x, dy = bs[j].y - bs[i].y, dz = bs[j].z - bs[i].z;
                const double r2 = 0.01 + (dx * dx + (dy * dy + dz * dz)), k = bs[j].m / (r2 * sqrt(r2));
                fx += dx * k, fy += dy * k, fz += dz * k;
            }
            body b = bs[i];
            b.vx += fx * 0.001, b.vy += fy * 0.001, b.vz += fz * 0.001;
            b.x += b.vx * 0.001, b.y += b.vy * 0.001, b.z += b.vz * 0.001;
            next[i] = b;
        }
        body *t = bs;
        bs = next, next = t;
    }
    double energy = 0;
    for (int i = 0; i < n; i++)
        energy += 0.5 * bs[i].m * (bs[i].vx * bs[i].vx + (bs[i].vy * bs[i].vy + bs[i].vz * bs[i].vz));
    printf("(Body (point3f %.10g %.10g %.10g) (point3f %.10g %.10g %.10g) %.10g)\n%.10g\n", bs[0].x, bs[0].y, bs[0].z, bs[0].vx, bs[0].vy,
           bs[0].vz, bs[0].m, energy);
    return 0;
}

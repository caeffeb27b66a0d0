"""Ten programs of examples/ as functions of Python, beside NumPy and plain Python."""

import collections
import unittest

import numpy as np

import examples

random = np.random.default_rng(7)


class Examples(unittest.TestCase):
    def test_quicksort(self):
        v = random.integers(-1000, 1000, 10000)
        np.testing.assert_array_equal(examples.quicksort(v), np.sort(v))

    def test_primes(self):
        want = [n for n in range(2, 1000) if all(n % d for d in range(2, int(n**0.5) + 1))]
        self.assertEqual(examples.primes(1000).tolist(), want)

    def test_sparse_matrix(self):
        dense = random.random((40, 60)) * (random.random((40, 60)) < 0.1)
        where = dense != 0
        offsets = np.concatenate([[0], np.cumsum(where.sum(1))])
        x = random.random(60)
        got = examples.spmv(examples.Ragged(offsets, (np.nonzero(where)[1], dense[where])), x)
        np.testing.assert_allclose(got, dense @ x)

    def test_matrix_product(self):
        a, b = random.random((20, 30)), random.random((30, 10))
        got = examples.matmul(a, b)
        np.testing.assert_allclose(got.values.reshape(20, 10), a @ b)

    def test_word_count(self):
        text = "the quick brown fox jumps over the lazy dog and the fox"
        words, counts = examples.wordcount(text)
        self.assertEqual(dict(zip(words, counts.tolist())), dict(collections.Counter(text.split())))

    def test_mandelbrot(self):
        picture = examples.mandelbrot(24)
        self.assertEqual(len(picture), 24)
        self.assertEqual({len(row) for row in picture}, {24})
        self.assertGreater(len(set(picture.values.tolist())), 5)

    def test_breadth_first_search(self):
        graph = [sorted({(i + 1) % 50, i * 3 % 50}) for i in range(50)]
        far, front = {0: 0}, [0]
        while front:
            front = sorted({v for u in front for v in graph[u]} - far.keys())
            far.update(dict.fromkeys(front, max(far.values()) + 1))
        self.assertEqual(examples.bfs(graph, 0).tolist(), [far[i] for i in range(50)])

    def test_fourier_transform(self):
        x = random.random(64) + 1j * random.random(64)
        re, im = examples.fft((x.real, x.imag))
        np.testing.assert_allclose(re + 1j * im, 64 * np.fft.ifft(x), atol=1e-9)

    def test_convex_hull(self):
        angles = random.random(50) * 2 * np.pi
        inner = 0.5 * random.random((200, 2)) - 0.25
        points = np.concatenate([np.stack([np.cos(angles), np.sin(angles)], 1), inner])
        xs, ys = examples.convex_hull((points[:, 0], points[:, 1]))
        want = sorted(map(tuple, points[:50].tolist()))
        self.assertEqual(sorted(zip(xs.tolist(), ys.tolist())), want)

    def test_connected_components(self):
        edges = [(i, i + 2) for i in range(0, 96)] + [(98, 99)]
        label = examples.components(100, edges)
        self.assertEqual(len(set(label.tolist())), 3)
        for a, b in edges:
            self.assertEqual(label[a], label[b])

    def test_common_subsequence(self):
        a, b = "the same letters in another order", "other letters in the same order"
        best = np.zeros((len(a) + 1, len(b) + 1), int)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                best[i + 1, j + 1] = best[i, j] + 1 if x == y else max(best[i, j + 1], best[i + 1, j])
        self.assertEqual(examples.lcs(a, b), best[-1, -1])


if __name__ == "__main__":
    unittest.main()

"""The package of demo.nesl: values in and out, exceptions, contexts."""

import contextlib
import gc
import os
import signal
import threading
import unittest

import numpy as np

import demo
from demo import Ragged


class Values(unittest.TestCase):
    def same(self, got, want, dtype):
        self.assertEqual(got.tolist(), want)
        self.assertEqual(got.dtype, dtype)

    def test_arrays(self):
        for v in ([3, 1, 2], np.array([3, 1, 2]), np.array([3, 1, 2], np.int8), np.arange(3)[::-1], range(3, 0, -1)):
            self.same(demo.quicksort(v), sorted(v), np.int32)
        self.same(demo.quicksort([]), [], np.int32)
        self.same(demo.quicksort(np.random.default_rng(1).permutation(5000)), list(range(5000)), np.int32)

    def test_ragged(self):
        rows = [[1, 2, 3], [], [40, 50]]
        ragged = Ragged([0, 3, 3, 5], np.array([1, 2, 3, 40, 50]))
        for v in (rows, ragged, ([0, 3, 3, 5], [1, 2, 3, 40, 50]), [np.array(r, int) for r in rows], map(tuple, rows)):
            self.same(demo.sums(v), [12, 6, 96], np.int32)
        self.same(demo.sums(np.arange(6).reshape(2, 3)), [9, 18], np.int32)
        self.same(demo.sums([]), [], np.int32)
        self.assertEqual(ragged, rows)
        self.assertEqual(ragged[-1].tolist(), [40, 50])
        with self.assertRaises(IndexError):
            ragged[3]

    def test_tables(self):
        flags, letters = np.array([True, False]), np.frombuffer(b"xy", np.uint8)

        class Frame:  # as in pandas
            columns = ["n", "letter", "flag", "flag too"]

            def __getitem__(self, name):
                return {"n": [1, 2], "letter": letters, "flag": flags, "flag too": flags}[name]

        class Column:  # as in Arrow
            null_count = 0

            def __init__(self, values):
                self.values = values

            def __array__(self, dtype=None, copy=None):
                return np.array(self.values, object if isinstance(self.values[0], str) else None)

            def to_pylist(self):
                return self.values

        arrow = {"flag": Column([True, False]), "letter": letters, "word": Column(["a", "bc"])}
        both = np.array([(True, 120), (False, 121)], [("flag", "?"), ("letter", "u1")])
        for table in (Frame(), arrow, both):
            _, (got, chars) = demo.both((True, "z"), demo.columns(table, "flag", "letter"))
            self.same(got, [True, False, True], np.bool_)
            self.assertEqual(bytes(chars), b"xyz")
        _, (got, _) = demo.both((True, "z"), {"flag": flags, "letter": letters})  # in their order
        self.same(got, [True, False, True], np.bool_)
        self.assertEqual(demo.columns(arrow, "word"), ["a", "bc"])
        self.assertEqual(len(demo.columns(arrow)), 3)
        with self.assertRaisesRegex(KeyError, "there is no column flags; there are n, letter, flag, flag too"):
            demo.columns(Frame(), "flags")
        with self.assertRaisesRegex(TypeError, "expected a table, found list"):
            demo.columns([1, 2], "n")
        with self.assertRaisesRegex(TypeError, "expected 2 columns, found 4"):
            demo.both((True, "z"), Frame())
        with self.assertRaisesRegex(TypeError, "expected rows, found a table"):
            demo.sums(Frame())
        missing = Column(["a"])
        missing.null_count = 1
        with self.assertRaisesRegex(ValueError, "column word: values are missing"):
            demo.columns({"word": missing}, "word")
        for n in (1, 1.5, np.int8(1)):
            with self.assertRaisesRegex(TypeError, "expected text, found"):
                demo.both((True, n), [])

    def test_deeper(self):
        got = demo.turn([[[1.0], [2, 3]], [[]]])
        self.assertEqual(got.tolist(), [[[]], [[2.0, 3.0], [1.0]]])
        self.assertEqual(demo.turn(got).tolist(), [[[1.0], [2.0, 3.0]], [[]]])
        self.assertEqual(demo.turn(np.arange(8.0).reshape(2, 2, 2)).tolist(), [[[6, 7], [4, 5]], [[2, 3], [0, 1]]])
        self.assertEqual(got[1].tolist(), [[2.0, 3.0], [1.0]])

    def test_tuples(self):
        total, (where, scaled) = demo.two(2.0, [0.5, 1.5])
        self.assertEqual(total, 4.0)
        self.same(where, [0, 1], np.int32)
        self.same(scaled, [1.0, 3.0], np.float64)
        table = np.array([(True, 120), (False, 121)], [("flag", "?"), ("letter", "u1")])
        for v in ([(True, "x"), (False, b"y")], ([True, False], "xy"), table):
            first, (flags, letters) = demo.both((True, "z"), v)
            self.assertEqual(first, (True, "z"))
            self.same(flags, [True, False, True], np.bool_)
            self.assertEqual(bytes(letters), b"xyz")

    def test_datatypes(self):
        self.same(demo.areas([(1, 2.0, 5.0), (0, 1.0, 0.0), (2, 0.0, 0.0)]), [10.0, 3.0, 0.0], np.float64)
        self.assertEqual(demo.around(([2.0, 1], [5.0, 0])), (1, 2.0, 5.0))

    def test_text(self):
        words = demo.words("ab cd \u00e9")
        self.assertEqual(words.tolist(), ["ab", "cd", "\u00e9"])
        self.assertEqual(words[2], "\u00e9")
        self.assertEqual(list(demo.words(b"ab \xff")), ["ab", "\udcff"])

    def test_results_outlive_contexts(self):
        with demo.Context() as c:
            words, sorted_ = c.words("one two"), c.quicksort([2, 1])
        gc.collect()
        self.assertEqual(words.tolist(), ["one", "two"])
        part = sorted_[1:]
        del sorted_
        gc.collect()
        self.assertEqual(part.tolist(), [2])

    def test_awkward(self):
        try:
            import awkward as ak
        except ImportError:
            self.skipTest("the package awkward is not installed")
        self.same(demo.sums(ak.Array([[1, 2, 3], [], [40, 50]])), [12, 6, 96], np.int32)
        self.assertEqual(demo.turn([[[1.0], [2, 3]], [[]]]).to_awkward().to_list(), [[[]], [[2.0, 3.0], [1.0]]])

    def test_documentation(self):
        self.assertEqual(demo.sums.__doc__, "Sums of the rows of a ragged matrix, plus six.\n\n        NESL: sums : [[int]] -> [int]")


class Failures(unittest.TestCase):
    def fails(self, kind, pattern, function, *args):
        with self.assertRaisesRegex(kind, pattern) as caught:
            function(*args)
        return caught.exception

    def test_position(self):
        e = self.fails(demo.NeslError, "out of bounds", demo.pick, [1, 2, 3], [0, 7])
        self.assertEqual((e.message, e.position, e.element), ("Sequence reference (a[i]) out of bounds.", "demo.nesl:23:51", 1))
        e = self.fails(demo.NeslError, "negative: -7", demo.count, -7)
        self.assertEqual((e.message, e.element), ("negative: -7", None))
        self.assertEqual(demo.count(7), 7)

    def test_recursion(self):
        with demo.Context() as c:
            self.fails(demo.NeslError, "recursion is too deep", c.deep, 1)
            self.assertEqual(c.count(3), 3)

    def test_arguments(self):
        self.fails(TypeError, "quicksort: argument a: expected ints, found float64", demo.quicksort, [1.5])
        self.fails(TypeError, "expected one dimension", demo.quicksort, [[1]])
        self.fails(TypeError, "expected a bool, not int", demo.both, (1, "z"), ([], ""))
        self.fails(ValueError, "one byte", demo.both, (True, "\u00e9"), ([], ""))
        self.fails(OverflowError, "32 bits", demo.quicksort, [2**40])
        self.fails(OverflowError, "32 bits", demo.count, 2**70)
        self.fails(ValueError, "end at 3, but there are 2", demo.sums, ([0, 3], [1, 2]))
        self.fails(ValueError, "different lengths: 1, 2", demo.both, (True, "z"), ([True], "xy"))
        self.fails(demo.ArgumentError, "offsets fall from 2 to 1 at number 1", demo.sums, ([0, 2, 1, 2], [1, 2]))
        with self.assertRaises(TypeError):
            demo.quicksort([1], [2])

    def test_memory(self):
        with demo.Context(memory=1 << 22) as c:
            e = self.fails(demo.NeslError, "Out of memory", c.large, 10_000_000)
            self.assertEqual(e.message, "Out of memory.")
            self.assertEqual(len(c.large(1000)), 1000)

    def test_device(self):
        self.fails(demo.DeviceError, "there is no device of this name", demo.Context, "of this name")
        with demo.Context(device=0) as c:
            self.assertEqual(c.count(3), 3)
        self.fails(ValueError, "closed", c.count, 3)


@contextlib.contextmanager
def again(function):
    """Calls a function now and then: what is cancelled before a call begins is not that call."""
    ended = threading.Event()

    def work():
        while not ended.wait(0.05):
            function()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


class Contexts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Python leaves an interrupt ignored that is ignored where it starts, as in the
        # background of a shell: then nothing would end the endless calls.
        cls.handler = signal.signal(signal.SIGINT, signal.default_int_handler)

    @classmethod
    def tearDownClass(cls):
        signal.signal(signal.SIGINT, cls.handler)

    def test_seeds(self):
        with demo.Context(seed=1) as a, demo.Context(seed=1) as b, demo.Context(seed=2) as c:
            first = a.draw(10**6).tolist()
            self.assertEqual(first, b.draw(10**6).tolist())
            self.assertNotEqual(first, c.draw(10**6).tolist())
            self.assertNotEqual(first, a.draw(10**6).tolist())

    def test_threads(self):
        wrong = []

        def work(context):
            with context or demo.Context() as c:
                for k in range(20):
                    v = [(i * 7919 + k) % 1009 for i in range(1000)]
                    if c.quicksort(v).tolist() != sorted(v):
                        wrong.append(k)

        shared = demo.Context()
        threads = [threading.Thread(target=work, args=(None,)) for _ in range(2)]
        threads += [threading.Thread(target=lambda: [shared.count(5) == 5 or wrong.append(5) for _ in range(50)]) for _ in range(2)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        shared.close()
        self.assertEqual(wrong, [])

    def test_cancel(self):
        with demo.Context() as c:
            with again(c.cancel), self.assertRaises(demo.Cancelled):
                c.endless(1)
            self.assertEqual(c.count(3), 3)

    def test_interrupt(self):
        for entry, argument in ((demo.endless, 1), (demo.churn, [1, 2, 3])):
            kill = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])  # as Ctrl-C does
            kill.start()
            with self.assertRaises(KeyboardInterrupt):
                entry(argument)
            kill.join()
            self.assertEqual(demo.count(3), 3)

    def test_interrupt_anywhere(self):
        for k in range(60):  # also while the call is handed over
            with self.assertRaises(KeyboardInterrupt):
                threading.Timer(k * 2e-5, os.kill, [os.getpid(), signal.SIGINT]).start()
                demo.endless(1)
        self.assertEqual(demo.count(3), 3)


if __name__ == "__main__":
    unittest.main()

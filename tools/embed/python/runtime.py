"""What the packages that nessiec makes have in common: values of NumPy as values
of NESL and back, contexts, exceptions.

A type is described by the letters of a descriptor: i d b c for int, float, bool
and char, [x] for a sequence, (x,y) for a tuple.
"""

import _thread
import ctypes
import itertools
import operator
import queue
import threading

import numpy as np


class NeslError(RuntimeError):
    """A call failed. message says what has happened, position where (FILE:LINE:COLUMN,
    "" if that is not known), element at which element of parallel code (else None);
    the text of the exception also has the calls that led there."""

    def __init__(self, message, position, element, text):
        super().__init__(text.strip())
        self.message, self.position, self.element = message, position, element


class ArgumentError(NeslError, ValueError):
    """An argument is not acceptable."""


class DeviceError(NeslError):
    """The device or its driver failed, or there is none."""


class Cancelled(NeslError):
    """Context.cancel was called."""


_EXCEPTIONS = {2: ArgumentError, 4: DeviceError, 5: Cancelled}


def columns(table, *names):
    """The columns of a table that have these names, in this order, or all of them: an
    argument for a parameter that is a sequence of tuples. One name gives one column.

    A table is a dict of columns, an array of NumPy with fields, or a table of pandas,
    Polars or Arrow. KeyError if there is no such column."""
    there = _names(table)
    if there is None:
        raise TypeError("expected a table, found %s" % type(table).__name__)
    for name in names:
        if there.count(name) != 1:
            what = "there are %d columns" % there.count(name) if name in there else "there is no column"
            raise KeyError("%s %s; there are %s" % (what, name, ", ".join(map(str, there))))
    picked = tuple(_column(name, table[name]) for name in names or there)
    return picked[0] if len(names) == 1 else picked


def _names(x):
    """The names of the columns of a table; None if x is none."""
    if isinstance(x, dict):
        return list(x)
    if isinstance(x, np.ndarray):
        return list(x.dtype.names) if x.dtype.names else None
    for attribute in ("column_names", "columns"):  # of Arrow; of pandas and Polars
        names = getattr(x, attribute, None)
        if names is not None and not callable(names):
            return list(names)
    return None


def _column(name, x):
    """A column as an array or a list."""
    if getattr(x, "null_count", 0):
        raise ValueError("column %s: values are missing" % name)
    if hasattr(x, "to_pylist"):  # of Arrow: an array if that is what it is
        a = np.asarray(x)
        return a if a.dtype != object else x.to_pylist()
    return x if isinstance(x, (list, tuple, Ragged, np.ndarray)) else np.asarray(x)


class Ragged:
    """Sequences of different lengths: row i is values[offsets[i]:offsets[i + 1]].

    values is an array, a Ragged, or for sequences of tuples a tuple of these."""

    def __init__(self, offsets, values, text=False):
        self.offsets, self.values, self.text = np.asarray(offsets), values, text

    def __len__(self):
        return len(self.offsets) - 1

    def __getitem__(self, i):
        i = operator.index(i)
        n = len(self)
        if not -n <= i < n:
            raise IndexError("row %d of %d" % (i, n))
        i %= n
        row = _slice(self.values, int(self.offsets[i]), int(self.offsets[i + 1]))
        return _text(row) if self.text else row

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def tolist(self):
        """The rows as lists."""
        return [row if self.text else _tolist(row) for row in self]

    def to_awkward(self):
        """The same as an Awkward array; needs the package awkward."""
        import awkward as ak

        values = self.values
        if isinstance(values, tuple):
            values = ak.zip({str(i): v.to_awkward() if isinstance(v, Ragged) else v for i, v in enumerate(values)}, depth_limit=1)
        elif isinstance(values, Ragged):
            values = values.to_awkward()
        return ak.unflatten(values, np.diff(self.offsets))

    def __eq__(self, other):
        return self.tolist() == (other.tolist() if isinstance(other, Ragged) else other)

    __hash__ = None

    def __repr__(self):
        return "Ragged(%r)" % (self.tolist(),)


def _slice(values, lo, hi):
    if isinstance(values, tuple):
        return tuple(_slice(v, lo, hi) for v in values)
    if isinstance(values, Ragged):
        offsets = values.offsets[lo : hi + 1]
        return Ragged(offsets - offsets[0], _slice(values.values, int(offsets[0]), int(offsets[-1])), values.text)
    return values[lo:hi]


def _tolist(values):
    if isinstance(values, tuple):
        return list(zip(*map(_tolist, values)))
    return values.tolist()


def _text(chars):
    return bytes(chars).decode("utf-8", "surrogateescape")


def _bytes(text):
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    if isinstance(text, (int, float)) or isinstance(text, np.generic) and not isinstance(text, bytes):
        raise TypeError("expected text, found %s" % type(text).__name__)  # bytes(3) is three zeros
    return bytes(text)


# ---- descriptors


def _parse(d, at=0):
    """The type at a place of a descriptor, and the place behind it."""
    kind = d[at]
    if kind == "[":
        elem, at = _parse(d, at + 1)
        return ("[", elem), at + 1
    if kind == "(":
        parts, at = [], at + 1
        while d[at] != ")":
            part, at = _parse(d, at + (d[at] == ","))
            parts.append(part)
        return ("(", tuple(parts)), at + 1
    return kind, at + 1


# ---- values to NESL


class _Arguments:
    """Pointers to the parts of arguments, and what they point to."""

    def __init__(self, dtypes):
        self.dtypes, self.pointers, self.alive = dtypes, [], []

    def scalar(self, dtype, x):
        self.array(np.array([x], dtype))

    def array(self, a):
        self.pointers.append(a.ctypes.data)
        self.alive.append(a)

    def add(self, type_, x):
        if type_ == "c":
            x = _bytes(x)
            if len(x) != 1:
                raise ValueError("expected a char, which is one byte")
            self.scalar(np.uint8, x[0])
        elif type_ == "d":
            self.scalar(self.dtypes["d"], float(x))
        elif type_ == "b":
            if not isinstance(x, (bool, np.bool_)):
                raise TypeError("expected a bool, not %s" % type(x).__name__)
            self.scalar(np.uint8, x)
        elif type_ == "i":
            x, limits = operator.index(x), np.iinfo(self.dtypes["i"])
            if not limits.min <= x <= limits.max:
                raise OverflowError("ints have %d bits here" % limits.bits)
            self.scalar(self.dtypes["i"], x)
        elif type_[0] == "(":
            if not isinstance(x, (tuple, list)) or len(x) != len(type_[1]):
                raise TypeError("expected a tuple of %d" % len(type_[1]))
            for t, y in zip(type_[1], x):
                self.add(t, y)
        else:
            arrays = []
            n = self.columns(type_[1], x, arrays)
            self.scalar(np.int64, n)
            for a in arrays:
                self.array(a)

    def convert(self, kind, x):
        """x as an array of one dimension of a base type, if no value changes its meaning."""
        dtype = self.dtypes[kind]
        if kind == "c" and isinstance(x, (str, bytes, bytearray)):
            return np.frombuffer(_bytes(x), np.uint8)
        if kind == "c" and isinstance(x, list) and all(isinstance(c, (str, bytes)) and len(c) == 1 for c in x):
            return self.convert(kind, b"".join(map(_bytes, x)))
        a = np.asarray(x)
        if a.ndim != 1:
            raise TypeError("expected one dimension, found %d" % a.ndim)
        if a.size == 0:
            return np.zeros(0, dtype)
        if kind == "c" and a.dtype != np.uint8:
            raise TypeError("expected text or bytes, found %s" % a.dtype)
        if a.dtype.kind not in {"i": "iu", "d": "fiu", "b": "b", "c": "u"}[kind]:
            raise TypeError("expected %s, found %s" % ({"i": "ints", "d": "floats", "b": "bools", "c": "chars"}[kind], a.dtype))
        if kind == "i" and a.dtype != dtype:
            limits = np.iinfo(dtype)
            if int(a.min()) < limits.min or int(a.max()) > limits.max:
                raise OverflowError("ints have %d bits here" % (8 * dtype.itemsize))
        return np.ascontiguousarray(a, dtype)

    def columns(self, elem, x, out):
        """Appends the arrays of a sequence to out, and returns its length."""
        if isinstance(elem, str):
            out.append(self.convert(elem, x))
            return len(out[-1])
        if elem[0] == "(":
            return self.tuples(elem[1], x, out)
        offsets, values = self.rows(elem[1], x)
        out.append(self.convert("i", offsets))
        if len(out[-1]) == 0:
            raise ValueError("offsets have one more element than there are rows")
        last = int(out[-1][-1])
        here = len(out) - 1
        n = self.columns(elem[1], values, out)
        if n != last:
            raise ValueError("the offsets end at %d, but there are %d values" % (last, n))
        return len(out[here]) - 1

    def tuples(self, parts, x, out):
        if _is_awkward(x):
            import awkward as ak

            x = ak.unzip(x)
        elif _names(x) is not None:
            x = columns(x)
        elif not isinstance(x, tuple):  # a list of tuples
            x = tuple(map(list, zip(*x))) if len(x) > 0 else tuple([] for _ in parts)
        if len(x) != len(parts):
            raise TypeError("expected %d columns, found %d" % (len(parts), len(x)))
        lengths = [self.columns(p, column, out) for p, column in zip(parts, x)]
        if min(lengths) != max(lengths):
            raise ValueError("columns have different lengths: %s" % ", ".join(map(str, lengths)))
        return lengths[0]

    def rows(self, elem, x):
        """A sequence of sequences as offsets and values."""
        if isinstance(x, Ragged):
            return x.offsets, x.values
        if isinstance(x, tuple):
            if len(x) != 2:
                raise TypeError("expected (offsets, values)")
            return x
        if _is_awkward(x):
            import awkward as ak

            counts = ak.to_numpy(ak.num(x, axis=1))
            values = ak.flatten(x, axis=1)
            return _offsets(counts), ak.to_numpy(values) if isinstance(elem, str) else values
        if _names(x) is not None:
            raise TypeError("expected rows, found a table")
        if isinstance(x, np.ndarray) and x.ndim > 1:
            n, m = x.shape[:2]
            return np.arange(0, n * m + 1, m) if m > 0 else np.zeros(n + 1, int), x.reshape((n * m,) + x.shape[2:])
        rows = list(x)
        if elem == "c":
            rows = [_bytes(row) for row in rows]
            return _offsets(list(map(len, rows))), b"".join(rows)
        columns = (Ragged, tuple) if elem[0] == "(" else Ragged
        rows = [_tolist(row) if isinstance(row, columns) else row for row in rows]
        counts = list(map(len, rows))
        if isinstance(elem, str) and any(isinstance(row, np.ndarray) for row in rows):
            return _offsets(counts), np.concatenate([np.asarray(row) for row in rows if len(row) > 0] or [[]])
        return _offsets(counts), list(itertools.chain.from_iterable(rows))


def _offsets(counts):
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _is_awkward(x):
    return type(x).__module__.split(".")[0] == "awkward"


# ---- values from NESL


class _Block:
    """Memory of a result, which goes with the last array in it."""

    def __init__(self, free, address):
        self.free, self.address = free, address

    def __del__(self):
        self.free(self.address)


class _Result:
    def __init__(self, dtypes):
        self.dtypes, self.pointers, self.parts = dtypes, [], []
        self.block = None

    def reserve(self, type_, inside=False):
        """Makes room for the parts of a value."""
        if type_[0] == "(":
            for t in type_[1]:
                self.reserve(t, inside)
            return
        if inside:
            part = ctypes.c_void_p()
        elif type_[0] == "[":
            part = ctypes.c_int64()
        else:
            part = np.zeros(1, self.dtypes[type_])
        self.parts.append(part)
        self.pointers.append(part.ctypes.data if isinstance(part, np.ndarray) else ctypes.addressof(part))
        if type_[0] == "[":
            self.reserve(type_[1], True)

    def take(self, free):
        """Takes over the memory of the arrays."""
        for part in self.parts:
            if isinstance(part, ctypes.c_void_p):
                self.block = _Block(free, part.value)
                break
        self.parts = iter(self.parts)

    def value(self, type_):
        part = None if type_[0] == "(" else next(self.parts)
        if part is None:
            return tuple(self.value(t) for t in type_[1])
        if type_[0] == "[":
            values = self.sequence(type_[1], part.value)
            return _text(values) if type_[1] == "c" else values
        x = part[0]
        return chr(x) if type_ == "c" else x.item()

    def sequence(self, elem, n):
        if elem[0] == "(":
            return tuple(self.sequence(t, n) for t in elem[1])
        if elem[0] == "[":
            offsets = self.array(next(self.parts), "i", n + 1)
            return Ragged(offsets, self.sequence(elem[1], int(offsets[-1])), elem[1] == "c")
        return self.array(next(self.parts), elem, n)

    def array(self, part, kind, n):
        dtype = np.dtype(np.bool_) if kind == "b" else self.dtypes[kind]
        if n == 0:
            return np.zeros(0, dtype)
        memory = (ctypes.c_char * (n * dtype.itemsize)).from_address(part.value)
        memory.block = self.block  # which lives as long as the array
        return np.frombuffer(memory, dtype)


# ---- calls


class _Options(ctypes.Structure):
    _fields_ = [("device", ctypes.c_char_p), ("memory", ctypes.c_int64), ("seed", ctypes.c_int64)]


class _Error(ctypes.Structure):
    _fields_ = [
        ("status", ctypes.c_int),
        ("message", ctypes.c_char_p),
        ("position", ctypes.c_char_p),
        ("element", ctypes.c_int64),
        ("text", ctypes.c_char_p),
    ]


class Library:
    """A shared library: its functions, by the prefix of their names, and what its
    entries take and give."""

    def __init__(self, path, prefix, ints, floats, entries):
        dll = ctypes.CDLL(path)
        self.dtypes = {"i": np.dtype("i%d" % (ints // 8)), "d": np.dtype("f%d" % (floats // 8)), "b": np.dtype(np.bool_), "c": np.dtype(np.uint8)}
        self.entries = [(name, params, [_parse(a)[0] for a in args], _parse(result)[0]) for name, params, args, result in entries]

        def function(name, result, *params):
            f = getattr(dll, prefix + name)
            f.restype, f.argtypes = result, params
            return f

        handle, pointers = ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
        self.new = function("_context_new", handle, ctypes.POINTER(_Options))
        self.close = function("_context_free", None, handle)
        self.error = function("_context_error", None, handle, ctypes.POINTER(_Error))
        self.cancel = function("_context_cancel", None, handle)
        self.call = function("_context_call", ctypes.c_int, handle, ctypes.c_int, pointers, pointers)
        self.free = function("_free", None, handle)


class _Made:
    """A call that another thread makes, unless it was given up before it began.

    The main thread may be interrupted between any two steps, within those of Python's
    own locks and events, too. So it takes no lock that the other thread needs: it
    claims, looks, and waits for `wake`, each of which is one step."""

    def __init__(self, call):
        self.call, self.result, self.ended = call, None, False
        self.claims = {}  # what comes first stays
        self.wake = _thread.allocate_lock()
        self.wake.acquire()

    def make(self):
        try:
            if self.claims.setdefault("call", "made") == "made":
                self.result = self.call()
        except BaseException as e:  # handed to who waits
            self.result = e
        finally:
            self.ended = True
            self.wake.release()

    def status(self):
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result

    def end(self, cancel):
        """Returns when the call has ended, or never begins. More interrupts change nothing."""
        while True:
            try:
                if self.claims.setdefault("call", "given up") == "given up":
                    return
                while not self.ended:
                    cancel()  # again and again: one before the program looks is lost
                    self.wake.acquire(timeout=0.05)
                return
            except KeyboardInterrupt:
                pass


def _work(calls):
    """Makes calls until there is None."""
    while (made := calls.get()) is not None:
        made.make()
    calls.put(None)  # an interrupt may have started two threads


class BaseContext:
    """A device with memory. Several may work at the same time."""

    _library = None

    def __init__(self, device=None, memory=0, seed=0):
        self._lock = threading.Lock()
        self._calls, self._worker = queue.SimpleQueue(), None
        options = _Options(None if device is None else str(device).encode(), memory, seed)
        self._handle = self._library.new(ctypes.byref(options))
        if not self._handle:
            raise MemoryError("there is no memory for a context")
        try:
            self._raise()
        except NeslError:
            self.close()
            raise

    def close(self):
        """Gives back all that the context has; results stay."""
        self._calls.put(None)
        handle, self._handle = self._handle, None
        if handle:
            self._library.close(handle)

    def cancel(self):
        """Asks the call in progress, in another thread, to end."""
        if self._handle:
            self._library.cancel(self._handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_handle", None):
            self.close()

    def _raise(self):
        e = _Error()
        self._library.error(self._handle, ctypes.byref(e))
        if e.status != 0:
            texts = [(t or b"").decode("utf-8", "replace") for t in (e.message, e.position, e.text)]
            raise _EXCEPTIONS.get(e.status, NeslError)(texts[0], texts[1], e.element if e.element >= 0 else None, texts[2])

    def _enter(self, number, inputs, outputs):
        """The status of a call. The main thread of Python looks for signals only between
        its own steps, so it has the call made by another thread; Ctrl-C ends the call."""
        call = self._library.call
        if threading.current_thread() is not threading.main_thread():
            return call(self._handle, number, inputs, outputs)
        made = _Made(lambda: call(self._handle, number, inputs, outputs))
        try:
            if self._worker is None:
                self._worker = _thread.start_new_thread(_work, (self._calls,))
            self._calls.put(made)
            while not made.ended:
                made.wake.acquire(timeout=0.1)  # a signal right before the wait does not end it
            return made.status()
        except BaseException:  # KeyboardInterrupt, or what else a handler of signals raises, wherever it hits
            made.end(self.cancel)
            raise

    def _call(self, number, *args):
        library = self._library
        name, params, types, result = library.entries[number]
        if not self._handle:
            raise ValueError("the context is closed")
        arguments, out = _Arguments(library.dtypes), _Result(library.dtypes)
        for param, t, x in zip(params, types, args):
            try:
                arguments.add(t, x)
            except (TypeError, ValueError, OverflowError) as e:
                raise type(e)("%s: argument %s: %s" % (name, param, e)) from None
        out.reserve(result)
        inputs = (ctypes.c_void_p * len(arguments.pointers))(*arguments.pointers)
        outputs = (ctypes.c_void_p * len(out.pointers))(*out.pointers)

        with self._lock:
            try:
                if self._enter(number, inputs, outputs) != 0:
                    self._raise()
            finally:
                out.take(library.free)
        return out.value(result)

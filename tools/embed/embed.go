// Package embed makes packages for other languages of the libraries that backends
// emit.
//
//	embed.go           Python: the folder that pip installs
//	python/runtime.py  what all packages have: values, contexts, exceptions
//	python/build.py    how pip makes a wheel of one, without the network
package embed

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"nessiec/backends"
	"nessiec/backends/clike"
	"nessiec/ir/value"
)

//go:embed python/runtime.py
var pythonRuntime string

//go:embed python/build.py
var pythonBuild string

// version is that of all packages: whoever publishes one has a number of their own.
const version = "0.1"

// Python is the files of a folder with a Python package, made of a library and its
// shared library.
func Python(l *backends.Library, num value.Num, source []backends.File, object []byte) []backends.File {
	in := l.Name + "/"
	files := []backends.File{
		{Name: "pyproject.toml", Text: fmt.Sprintf("[build-system]\nrequires = []\nbuild-backend = \"build_%s\"\nbackend-path = [\".\"]\n\n"+
			"[project]\nname = %q\nversion = %q\ndependencies = [\"numpy\"]\n", l.Name, l.Name, version)},
		{Name: "build_" + l.Name + ".py", Text: strings.NewReplacer("@NAME@", l.Name, "@VERSION@", version).Replace(pythonBuild)},
		{Name: in + "__init__.py", Text: pythonModule(l, num)},
		{Name: in + "__init__.pyi", Text: pythonStubs(l, num)},
		{Name: in + "py.typed", Text: ""},
		{Name: in + "_runtime.py", Text: pythonRuntime},
		{Name: in + "lib" + l.Name + ".so", Text: string(object)},
	}
	for _, f := range source {
		files = append(files, backends.File{Name: in + f.Name, Text: f.Text})
	}
	return files
}

// pythonModule is the module of a package.
func pythonModule(l *backends.Library, num value.Num) string {
	var entries, methods, functions, names strings.Builder
	for i, e := range l.Entries {
		params := pythonParams(e)
		var args []string
		for _, t := range e.Args {
			args = append(args, pythonQuote(clike.LayoutOf(t).String()))
		}
		fmt.Fprintf(&entries, "        (%s, %s, [%s], %s),\n", pythonQuote(e.Name), pythonList(params), strings.Join(args, ", "), pythonQuote(clike.LayoutOf(e.Result).String()))
		doc := pythonDoc(e)
		fmt.Fprintf(&methods, "\n    def %s(self, %s):\n        %s\n        return self._call(%d, %s)\n", pythonName(e.Name), strings.Join(params, ", "), doc, i, strings.Join(params, ", "))
		fmt.Fprintf(&functions, "\n\ndef %s(%s):\n    %s\n    return default().%s(%s)\n", pythonName(e.Name), strings.Join(params, ", "), doc, pythonName(e.Name), strings.Join(params, ", "))
		fmt.Fprintf(&names, ", %s", pythonQuote(pythonName(e.Name)))
	}
	return strings.NewReplacer("@NAME@", l.Name, "@INT@", fmt.Sprint(num.IntBits()), "@FLOAT@", fmt.Sprint(num.FloatBits()), "@ENTRIES@", entries.String(),
		"@METHODS@", methods.String(), "@FUNCTIONS@", functions.String(), "@NAMES@", names.String()).Replace(`"""Functions of NESL, compiled by nessiec."""

import os
import threading

from ._runtime import ArgumentError, BaseContext, Cancelled, DeviceError, Library, NeslError, Ragged, columns

__all__ = ["ArgumentError", "Cancelled", "Context", "DeviceError", "NeslError", "Ragged", "columns", "default"@NAMES@]

_library = Library(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib@NAME@.so"),
    "@NAME@",
    @INT@,
    @FLOAT@,
    [
@ENTRIES@    ],
)


class Context(BaseContext):
    """A device with memory, and the functions on it.

    device is cpu, gpu, a number of "nessiec devices" or a part of a name; memory the
    bytes of the device at most, 0 for all it has; seed that of random numbers."""

    _library = _library
@METHODS@

_default = None
_lock = threading.Lock()


def default():
    """The context of the functions of this module, which the first call makes."""
    global _default
    with _lock:
        if _default is None:
            _default = Context()
        return _default
@FUNCTIONS@`)
}

// pythonStubs is the types of the module.
func pythonStubs(l *backends.Library, num value.Num) string {
	var methods, functions strings.Builder
	for _, e := range l.Entries {
		var params []string
		for i, p := range pythonParams(e) {
			params = append(params, p+": "+pythonTaken(clike.LayoutOf(e.Args[i])))
		}
		result := pythonGiven(clike.LayoutOf(e.Result), num)
		fmt.Fprintf(&methods, "    def %s(self, %s) -> %s: ...\n", pythonName(e.Name), strings.Join(params, ", "), result)
		fmt.Fprintf(&functions, "def %s(%s) -> %s: ...\n", pythonName(e.Name), strings.Join(params, ", "), result)
	}
	return strings.NewReplacer("@METHODS@", methods.String(), "@FUNCTIONS@", functions.String()).Replace(`from typing import Any, Mapping, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._runtime import ArgumentError as ArgumentError
from ._runtime import BaseContext
from ._runtime import Cancelled as Cancelled
from ._runtime import DeviceError as DeviceError
from ._runtime import NeslError as NeslError
from ._runtime import Ragged as Ragged
from ._runtime import columns as columns

class Context(BaseContext):
@METHODS@
def default() -> Context: ...
@FUNCTIONS@`)
}

// pythonTaken is the type of arguments with a layout.
func pythonTaken(l clike.Layout) string {
	switch l.Kind {
	case '(':
		return pythonTuple(l, pythonTaken)
	case '[':
		switch l.Parts[0].Kind {
		case 'c':
			return "Union[str, bytes, npt.NDArray[np.uint8]]"
		case '[':
			return "Union[Ragged, Tuple[npt.ArrayLike, Any], Sequence[Any], npt.NDArray[Any]]"
		case '(':
			return "Union[Tuple[Any, ...], Sequence[Tuple[Any, ...]], npt.NDArray[Any], Mapping[str, Any], Any]"
		}
		return "npt.ArrayLike"
	}
	return pythonScalar(l.Kind)
}

// pythonGiven is the type of results with a layout.
func pythonGiven(l clike.Layout, num value.Num) string {
	switch l.Kind {
	case '(':
		return pythonTuple(l, func(p clike.Layout) string { return pythonGiven(p, num) })
	case '[':
		if l.Parts[0].Kind == 'c' {
			return "str"
		}
		return pythonArray(l.Parts[0], num)
	}
	return pythonScalar(l.Kind)
}

// pythonArray is the type of a result that is a sequence of elements with a layout.
func pythonArray(elem clike.Layout, num value.Num) string {
	switch elem.Kind {
	case '(':
		return pythonTuple(elem, func(p clike.Layout) string { return pythonArray(p, num) })
	case '[':
		return "Ragged"
	}
	return "npt.NDArray[np." + map[byte]string{'i': fmt.Sprintf("int%d", num.IntBits()), 'd': fmt.Sprintf("float%d", num.FloatBits()), 'b': "bool_", 'c': "uint8"}[elem.Kind] + "]"
}

func pythonTuple(l clike.Layout, part func(clike.Layout) string) string {
	var parts []string
	for _, p := range l.Parts {
		parts = append(parts, part(p))
	}
	return "Tuple[" + strings.Join(parts, ", ") + "]"
}

func pythonScalar(kind byte) string {
	return map[byte]string{'i': "int", 'd': "float", 'b': "bool", 'c': "str"}[kind]
}

// pythonWords are those that no name may be.
var pythonWords = strings.Fields(`false none true and as assert async await break class continue def del elif else except finally for from global if
	import in is lambda nonlocal not or pass raise return try while with yield self default context ragged close cancel`)

// pythonName is a name of NESL, which has no capitals, as one of Python.
func pythonName(name string) string {
	if slices.Contains(pythonWords, name) {
		name += "_"
	}
	return name
}

func pythonParams(e backends.Entry) (out []string) {
	for i := range e.Args {
		name := fmt.Sprintf("arg%d", i+1)
		if len(e.Params) == len(e.Args) && e.Params[i] != "" {
			name = pythonName(e.Params[i])
		}
		out = append(out, name)
	}
	return out
}

func pythonQuote(s string) string { return fmt.Sprintf("%q", s) }

func pythonList(names []string) string {
	var quoted []string
	for _, n := range names {
		quoted = append(quoted, pythonQuote(n))
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// pythonDoc is what the comment of an entry says, and its type.
func pythonDoc(e backends.Entry) string {
	text := "NESL: " + e.Name + " : " + e.Type()
	if e.Doc != "" {
		text = e.Doc + "\n\n        " + text
	}
	return `"""` + strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`).Replace(text) + `"""`
}

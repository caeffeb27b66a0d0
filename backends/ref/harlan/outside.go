package harlan

// Functions of the world outside.

import (
	"math"
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A world is where a call of a function outside is made.
type world struct {
	*machine
	f  *frame
	at ir.Pos
}

// do performs an effect of package prim.
func (w *world) do(name string, ts []*types.Type, args ...value.Value) value.Value {
	v, err := w.world.Do(prim.Must(name), w.num, args, ts, w.at)
	if err != nil {
		panic(err)
	}
	return v
}

// open opens a file: mode 0 to read it, 1 to write it.
func (w *world) open(name string, mode int64) any {
	r := w.do("open_file", []*types.Type{types.String, types.Int}, chars(name), value.Int(mode)).(value.Tuple)
	if !bool(r[1].(value.Tuple)[0].(value.Bool)) {
		w.fail(w.f, w.at, errOpen)
	}
	return handle{r[0]}
}

// word is the next word of a file that is not empty; nothing at its end.
func (w *world) word(from handle) string {
	for {
		r := w.do("read_word", []*types.Type{types.Stream}, from.Value).(value.Tuple)
		found := r[0].(value.Tuple)
		word, end := value.GoString(found[0]), found[1].(value.Tuple)[1].(value.Bool)
		if word != "" || bool(end) || !bool(r[1].(value.Tuple)[0].(value.Bool)) {
			return word
		}
	}
}

// readLine is the next line of a file; nothing at its end.
func readLine(w *world, args []any) any {
	r := w.do("read_line", []*types.Type{types.Stream}, args[0].(handle).Value).(value.Tuple)
	return value.GoString(r[0].(value.Tuple)[0])
}

// deref is an element of what a pointer points to.
func deref(w *world, args []any) any {
	v, i := args[0].(*vector), args[1].(int64)
	if i < 0 || i >= int64(len(v.e)) {
		w.fail(w.f, w.at, prim.ErrElt)
	}
	return v.e[i]
}

// vectorOf is the characters of a text.
func vectorOf(s string) *vector {
	v := &vector{}
	for _, c := range []byte(s) {
		v.e = append(v.e, c)
	}
	return v
}

func chars(s string) value.Value { return value.String(s) }

// outside is the functions that are not in the program.
var outside = map[string]func(w *world, args []any) any{
	"harlan_sqrt": func(w *world, args []any) any { return w.num.Round(math.Sqrt(args[0].(float64))) },
	"floor":       func(w *world, args []any) any { return math.Floor(args[0].(float64)) },
	"atan2":       func(w *world, args []any) any { return w.num.Round(math.Atan2(args[0].(float64), args[1].(float64))) },
	"%int->str":   func(_ *world, args []any) any { return strconv.FormatInt(args[0].(int64), 10) },
	"%concat": func(_ *world, args []any) any {
		var b strings.Builder
		for _, s := range args[0].(*vector).e {
			b.WriteString(s.(string))
		}
		return b.String()
	},
	"nanotime": func(w *world, _ []any) any { return uint64(w.world.Now() * 1e9) },
	"time-s":   func(w *world, _ []any) any { return w.num.Round(w.world.Now()) },
	"str->vec": func(_ *world, args []any) any { return vectorOf(args[0].(string)) },
	"command-line": func(w *world, _ []any) any {
		v := &vector{}
		for _, a := range w.world.Args {
			v.e = append(v.e, a)
		}
		return v
	},
	"%word": func(w *world, args []any) any {
		return value.GoString(w.do("argument", []*types.Type{types.Int}, value.Int(args[0].(int64))))
	},
	"rand": func(w *world, _ []any) any { return int64(w.world.Key() & math.MaxInt32) },
	"get-environment-variable": func(w *world, args []any) any {
		return value.GoString(w.do("get_environment_variable", []*types.Type{types.String}, chars(args[0].(string))))
	},
	"unsafe-deref-int":   deref,
	"unsafe-deref-float": deref,
	"unsafe-deref-char":  deref,
	"flush-stdout":       func(*world, []any) any { return nothing{} },
	"open_outfile":       func(w *world, args []any) any { return w.open(args[0].(string), 1) },
	"close_outfile": func(w *world, args []any) any {
		w.do("close_file", []*types.Type{types.Stream}, args[0].(handle).Value)
		return nothing{}
	},
	"file-open": func(w *world, args []any) any { return w.open(args[0].(string), 0) },
	"file-close": func(w *world, args []any) any {
		r := w.do("close_file", []*types.Type{types.Stream}, args[0].(handle).Value).(value.Tuple)
		return bool(r[0].(value.Bool))
	},
	"file-read-int": func(w *world, args []any) any {
		i, err := strconv.ParseInt(w.word(args[0].(handle)), 10, 64)
		if err != nil {
			return int64(0)
		}
		return w.num.Wrap(i)
	},
	"file-read-float": func(w *world, args []any) any {
		x, err := strconv.ParseFloat(w.word(args[0].(handle)), 64)
		if err != nil {
			return 0.0
		}
		return w.num.Round(x)
	},
	"%read-word": func(w *world, args []any) any { return w.word(args[0].(handle)) },
	"%read-chars": func(w *world, args []any) any {
		r := w.do("read_string", []*types.Type{types.String, types.Int, types.Stream}, chars(""), value.Int(args[1].(int64)), args[0].(handle).Value)
		return vectorOf(value.GoString(r.(value.Tuple)[0].(value.Tuple)[0]))
	},
	"file-read-string": readLine,
	"file-read-line":   readLine,
}

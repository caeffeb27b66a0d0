package harlan

// Operators, casts, and functions of the world outside.

import (
	"math"
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// op compiles an operator, which the type of its operands chooses.
func (c *compiler) op(e *harlan.Op) code {
	left, right, at := c.expr(e.Left), c.expr(e.Right), e.Pos()
	if e.Op == harlan.Equal {
		return func(f *frame) any { return equal(left(f), right(f)) }
	}
	switch c.sigs.TypeOf(e.Left) {
	case types.Int:
		return func(f *frame) any {
			a, b := left(f).(int64), right(f).(int64)
			if b == 0 && e.Op == harlan.Div {
				c.fail(f, at, prim.ErrDivide)
			}
			if b == 0 && e.Op == harlan.Mod {
				c.fail(f, at, prim.ErrRem)
			}
			return intOp(c.num, e.Op, a, b)
		}
	case types.Float:
		return func(f *frame) any { return floatOp(c.num, e.Op, left(f).(float64), right(f).(float64)) }
	}
	return func(f *frame) any {
		a, b := left(f).(uint64), right(f).(uint64)
		if b == 0 && (e.Op == harlan.Div || e.Op == harlan.Mod) {
			c.fail(f, at, prim.ErrDivide)
		}
		return wideOp(e.Op, a, b)
	}
}

func intOp(n value.Num, op harlan.Operator, a, b int64) any {
	switch op {
	case harlan.Add:
		return n.Wrap(a + b)
	case harlan.Sub:
		return n.Wrap(a - b)
	case harlan.Mul:
		return n.Wrap(a * b)
	case harlan.Div:
		return n.Wrap(a / b)
	case harlan.Mod:
		return n.Wrap(a % b)
	case harlan.ShiftLeft:
		return n.Wrap(a << (b & int64(n.IntBits()-1)))
	case harlan.ShiftRight:
		return a >> (b & int64(n.IntBits()-1))
	}
	return common(op, a, b)
}

func floatOp(n value.Num, op harlan.Operator, a, b float64) any {
	switch op {
	case harlan.Add:
		return n.Round(a + b)
	case harlan.Sub:
		return n.Round(a - b)
	case harlan.Mul:
		return n.Round(a * b)
	case harlan.Div:
		if b == 0 { // whatever its sign
			return a * math.Inf(1)
		}
		return n.Round(a / b)
	case harlan.Less:
		return a < b
	case harlan.LessEqual:
		return a <= b
	case harlan.Greater:
		return a > b
	}
	return a >= b
}

func wideOp(op harlan.Operator, a, b uint64) any {
	switch op {
	case harlan.Add:
		return a + b
	case harlan.Sub:
		return a - b
	case harlan.Mul:
		return a * b
	case harlan.Div:
		return a / b
	case harlan.Mod:
		return a % b
	case harlan.ShiftLeft:
		return a << (b & 63)
	case harlan.ShiftRight:
		return a >> (b & 63)
	}
	return common(op, a, b)
}

// common is the operators that are the same for all ints.
func common[T int64 | uint64](op harlan.Operator, a, b T) any {
	switch op {
	case harlan.BitAnd:
		return a & b
	case harlan.BitOr:
		return a | b
	case harlan.BitXor:
		return a ^ b
	case harlan.Less:
		return a < b
	case harlan.LessEqual:
		return a <= b
	case harlan.Greater:
		return a > b
	}
	return a >= b
}

// cast converts between numbers, and from chars and bools.
func (c *compiler) cast(e *harlan.Cast) code {
	of := c.expr(e.Of)
	return func(f *frame) any {
		var i int64
		switch v := of(f).(type) {
		case float64:
			if e.To == types.Float {
				return v
			}
			if e.To == harlan.U64Type {
				return uint64(v)
			}
			i = c.num.Trunc(v)
		case uint64:
			if e.To == types.Float {
				return c.num.Round(float64(v))
			}
			i = int64(v)
		case int64:
			i = v
		case byte:
			i = int64(v)
		case bool:
			if v {
				i = 1
			}
		}
		switch e.To {
		case types.Int:
			return c.num.Wrap(i)
		case types.Char:
			return byte(i)
		case harlan.U64Type:
			return uint64(i)
		}
		return c.num.Float(i)
	}
}

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
	"str->vec": func(_ *world, args []any) any {
		v := &vector{}
		for _, c := range []byte(args[0].(string)) {
			v.e = append(v.e, c)
		}
		return v
	},
	"get-environment-variable": func(w *world, args []any) any {
		return value.GoString(w.do("get_environment_variable", []*types.Type{types.String}, chars(args[0].(string))))
	},
	"flush-stdout": func(*world, []any) any { return nothing{} },
	"open_outfile": func(w *world, args []any) any { return w.open(args[0].(string), 1) },
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
	"file-read-string": readLine,
	"file-read-line":   readLine,
}

package nessie

// Values of Go as values of NESL, and back:
//
//	int           any integer type
//	float         any float type; integers as arguments, too
//	bool, char    bool, byte
//	[char]        string or []byte
//	[t]           a slice
//	(s, t, ...)   a struct with a field for each, in this order

import (
	"fmt"
	"reflect"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// toNesl converts a value of Go.
func (f *Func) toNesl(x any, t *types.Type) (value.Value, error) {
	if fast := vector(x, t); fast != nil {
		return fast, nil
	}
	return f.valueOf(reflect.ValueOf(x), t)
}

// vector converts the slices that need no looking at; nil for others.
func vector(x any, t *types.Type) value.Value {
	if t.Kind != types.KSeq {
		return nil
	}
	switch x := x.(type) {
	case []float64:
		if t.Elem() == types.Float {
			return value.Floats(x)
		}
	case []int32:
		if t.Elem() == types.Int {
			out := make(value.Ints, len(x))
			for i, n := range x {
				out[i] = int64(n)
			}
			return out
		}
	case []bool:
		if t.Elem() == types.Bool {
			return value.Bools(x)
		}
	case string:
		if t.Elem() == types.Char {
			return value.String(x)
		}
	case []byte:
		if t.Elem() == types.Char {
			return value.Chars(x)
		}
	}
	return nil
}

// valueOf converts by reflection.
func (f *Func) valueOf(v reflect.Value, t *types.Type) (value.Value, error) {
	switch t.Kind {
	case types.KInt:
		if v.CanInt() {
			n := v.Int()
			if f.prog.Num.Wrap(n) != n {
				return nil, fmt.Errorf("%d is no int of %d bits", n, f.prog.Num.IntBits())
			}
			return value.Int(n), nil
		}
	case types.KFloat:
		switch {
		case v.CanFloat():
			return value.Float(f.prog.Num.Round(v.Float())), nil
		case v.CanInt():
			return value.Float(f.prog.Num.Float(v.Int())), nil
		}
	case types.KBool:
		if v.Kind() == reflect.Bool {
			return value.Bool(v.Bool()), nil
		}
	case types.KChar:
		if v.Kind() == reflect.Uint8 {
			return value.Char(v.Uint()), nil
		}
	case types.KSeq:
		switch {
		case v.Kind() == reflect.String && t.Elem() == types.Char:
			return value.String(v.String()), nil
		case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
			out := value.NewBuilder(t.Elem(), v.Len())
			for i := range v.Len() {
				e, err := f.valueOf(v.Index(i), t.Elem())
				if err != nil {
					return nil, fmt.Errorf("element %d: %w", i, err)
				}
				out.Append(e)
			}
			return out.Seq(), nil
		}
	case types.KTuple:
		if v.Kind() == reflect.Struct {
			return f.tupleOf(v, 0, t)
		}
	}
	if !v.IsValid() {
		return nil, fmt.Errorf("nil is no %s", t)
	}
	return nil, fmt.Errorf("%s is no %s", v.Type(), t)
}

// tupleOf converts the fields of a struct from number i on: tuples of three are
// pairs whose second component is a pair.
func (f *Func) tupleOf(v reflect.Value, i int, t *types.Type) (value.Value, error) {
	out := make(value.Tuple, len(t.Elems))
	for k, e := range t.Elems {
		var err error
		switch {
		case i+k >= v.NumField():
			err = fmt.Errorf("%s has too few fields for %s", v.Type(), t)
		case nested(v.NumField()-i, k, t):
			out[k], err = f.tupleOf(v, i+k, e)
		default:
			out[k], err = f.valueOf(v.Field(i+k), e)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// nested reports whether component k of t, a tuple, is what is left of so many
// fields: it is the last, a tuple, and there are more fields than components.
func nested(fields, k int, t *types.Type) bool {
	return k == len(t.Elems)-1 && t.Elems[k].Kind == types.KTuple && fields > len(t.Elems)
}

// toGo stores a value where result points to.
func (f *Func) toGo(v value.Value, t *types.Type, result any) error {
	r := reflect.ValueOf(result)
	if r.Kind() != reflect.Pointer || r.IsNil() {
		return fmt.Errorf("the result goes to a pointer, not to %T", result)
	}
	return store(v, t, r.Elem())
}

func store(v value.Value, t *types.Type, to reflect.Value) error {
	switch v := v.(type) {
	case value.Int:
		if to.CanInt() && !to.OverflowInt(int64(v)) {
			to.SetInt(int64(v))
			return nil
		}
	case value.Float:
		if to.CanFloat() {
			to.SetFloat(float64(v))
			return nil
		}
	case value.Bool:
		if to.Kind() == reflect.Bool {
			to.SetBool(bool(v))
			return nil
		}
	case value.Char:
		if to.Kind() == reflect.Uint8 {
			to.SetUint(uint64(v))
			return nil
		}
	case value.Tuple:
		if to.Kind() == reflect.Struct {
			return storeTuple(v, t, to, 0)
		}
	case value.Seq:
		return storeSeq(v, t, to)
	}
	return fmt.Errorf("a %s does not go to a %s", t, to.Type())
}

func storeSeq(s value.Seq, t *types.Type, to reflect.Value) error {
	chars, text := s.(value.Chars)
	switch {
	case text && to.Kind() == reflect.String:
		to.SetString(string(chars))
		return nil
	case to.Kind() != reflect.Slice:
		return fmt.Errorf("a %s does not go to a %s", t, to.Type())
	}
	if xs, ok := s.(value.Floats); ok && to.Type() == reflect.TypeFor[[]float64]() {
		to.Set(reflect.ValueOf([]float64(xs)))
		return nil
	}
	out := reflect.MakeSlice(to.Type(), s.Len(), s.Len())
	for i := range s.Len() {
		if err := store(s.At(i), t.Elem(), out.Index(i)); err != nil {
			return err
		}
	}
	to.Set(out)
	return nil
}

// storeTuple stores components in the fields of a struct from number i on.
func storeTuple(v value.Tuple, t *types.Type, to reflect.Value, i int) error {
	for k, x := range v {
		var err error
		switch {
		case i+k >= to.NumField():
			err = fmt.Errorf("%s has too few fields for %s", to.Type(), t)
		case nested(to.NumField()-i, k, t):
			err = storeTuple(x.(value.Tuple), t.Elems[k], to, i+k)
		case !to.Field(i + k).CanSet():
			err = fmt.Errorf("field %s of %s cannot be set", to.Type().Field(i+k).Name, to.Type())
		default:
			err = store(x, t.Elems[k], to.Field(i+k))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

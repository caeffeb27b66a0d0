package data

// JSON: lists are sequences, and tuples; objects are tuples, whose components are the
// members in the order of the first object. In .ndjson every line is an element.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var (
	jsonFormat = Format{Name: "json", Suffixes: []string{".json"}, Doc: "any value: lists, strings, tuples as lists or objects",
		read: func(b []byte, t *types.Type, num value.Num) (value.Value, error) {
			return newJSON(b, num).only(func(r *jsonReader) (value.Value, error) { return r.value(t) })
		},
		choose: func(b []byte, t *types.Type, num value.Num, names []string) (value.Value, error) {
			return newJSON(b, num).only(func(r *jsonReader) (value.Value, error) { return r.chosen(t, names) })
		},
		names: jsonNames,
		write: func(v value.Value, t *types.Type, num value.Num) ([]byte, error) {
			b, err := appendJSON(nil, v, t, num)
			return append(b, '\n'), err
		}}
	ndjson = Format{Name: "ndjson", Suffixes: []string{".ndjson", ".jsonl"}, Doc: "sequences: a line of JSON for each element",
		read: func(b []byte, t *types.Type, num value.Num) (value.Value, error) {
			if t.Kind != types.KSeq {
				return nil, unlike(".ndjson", t, "sequences")
			}
			return newJSON(b, num).lines(t, (*jsonReader).value)
		},
		choose: func(b []byte, t *types.Type, num value.Num, names []string) (value.Value, error) {
			if t.Kind != types.KSeq {
				return nil, unlike(".ndjson", t, "sequences")
			}
			return newJSON(b, num).lines(t, func(r *jsonReader, elem *types.Type) (value.Value, error) { return r.members(elem, names) })
		},
		names: jsonNames,
		write: func(v value.Value, t *types.Type, num value.Num) ([]byte, error) {
			if t.Kind != types.KSeq {
				return nil, unlike(".ndjson", t, "sequences")
			}
			var b []byte
			var err error
			for i := range v.(value.Seq).Len() {
				if b, err = appendJSON(b, v.(value.Seq).At(i), t.Elem(), num); err != nil {
					return nil, err
				}
				b = append(b, '\n')
			}
			return b, nil
		}}
)

// A jsonReader takes values off a text.
type jsonReader struct {
	text []byte
	d    *json.Decoder
	num  value.Num
	at   int                      // where the last token begins, or spaces before it
	keys map[*types.Type][]string // of the first object for a tuple type
}

func newJSON(b []byte, num value.Num) *jsonReader {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return &jsonReader{text: b, d: d, num: num, keys: map[*types.Type][]string{}}
}

// only is the value that read takes, which must be all of the text.
func (r *jsonReader) only(read func(r *jsonReader) (value.Value, error)) (value.Value, error) {
	v, err := read(r)
	if err == nil && !r.ends() {
		err = fmt.Errorf("there is more than one value")
	}
	return v, r.located(err)
}

// lines is a sequence of type t of all values of the text, which read takes.
func (r *jsonReader) lines(t *types.Type, read func(r *jsonReader, elem *types.Type) (value.Value, error)) (value.Value, error) {
	out := value.NewBuilder(t.Elem(), 0)
	for !r.ends() {
		v, err := read(r, t.Elem())
		if err != nil {
			return nil, r.located(err)
		}
		out.Append(v)
	}
	if _, err := r.token(); err == nil || len(bytes.TrimSpace(r.text[r.d.InputOffset():])) > 0 {
		return nil, r.located(fmt.Errorf("the last line is no value"))
	}
	return out.Seq(), nil
}

// token takes a token off the text.
func (r *jsonReader) token() (json.Token, error) {
	r.at = int(r.d.InputOffset())
	return r.d.Token()
}

// ends reports whether a list or an object has no more members; what is wrong then is wrong here.
func (r *jsonReader) ends() bool {
	r.at = int(r.d.InputOffset())
	return !r.d.More()
}

// located gives an error its place in the text.
func (r *jsonReader) located(err error) error {
	if err == nil {
		return nil
	}
	p := problem("", err)
	at := min(r.at, len(r.text))
	at += len(r.text[at:]) - len(bytes.TrimLeft(r.text[at:], " \t\r\n,:"))
	before := r.text[:at]
	p.Line, p.Char = 1+bytes.Count(before, []byte("\n")), at-bytes.LastIndexByte(before, '\n')
	return p
}

// value reads a value of type t.
func (r *jsonReader) value(t *types.Type) (value.Value, error) {
	for t.Kind == types.KData {
		t = t.Elems[0]
	}
	if t.Kind != types.KTuple && (t.Kind != types.KSeq || isText(t)) {
		tok, err := r.token()
		if err != nil {
			return nil, brokenJSON(err)
		}
		return r.scalar(tok, t)
	}
	tok, err := r.token()
	if err != nil {
		return nil, brokenJSON(err)
	}
	switch {
	case tok == json.Delim('[') && t.Kind == types.KSeq:
		return r.elements(t.Elem())
	case tok == json.Delim('[') && len(t.Elems) > 0:
		return r.tuple(t)
	case tok == json.Delim('{') && t.Kind == types.KTuple && len(t.Elems) > 0:
		return r.object(t)
	}
	return nil, fmt.Errorf("expected %s, found %s", value.TypeText(t), describeToken(tok))
}

func brokenJSON(err error) error { return fmt.Errorf("this is no JSON: %v", err) }

func describeToken(tok json.Token) string {
	switch tok := tok.(type) {
	case json.Delim:
		return map[json.Delim]string{'[': "a list", '{': "an object", ']': "the end of a list", '}': "the end of an object"}[tok]
	case string:
		return strconv.Quote(tok[:min(len(tok), 20)])
	case nil:
		return "null"
	}
	return fmt.Sprint(tok)
}

func (r *jsonReader) elements(elem *types.Type) (value.Value, error) {
	out := value.NewBuilder(elem, 0)
	for !r.ends() {
		v, err := r.value(elem)
		if err != nil {
			return nil, err
		}
		out.Append(v)
	}
	return out.Seq(), r.end()
}

// end reads the bracket after a list or an object.
func (r *jsonReader) end() error {
	if _, err := r.token(); err != nil {
		return brokenJSON(err)
	}
	return nil
}

func (r *jsonReader) tuple(t *types.Type) (value.Value, error) {
	parts := components(t)
	out := make([]value.Value, len(parts))
	for i, e := range parts {
		if r.ends() {
			return nil, fmt.Errorf("expected a list of %d for %s, found %d", len(parts), value.TypeText(t), i)
		}
		v, err := r.value(e)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	if !r.ends() {
		return nil, fmt.Errorf("expected a list of %d for %s, found more", len(parts), value.TypeText(t))
	}
	return assemble(&out, t), r.end()
}

// object reads an object, whose members are the components of t.
func (r *jsonReader) object(t *types.Type) (value.Value, error) {
	parts := components(t)
	out := make([]value.Value, len(parts))
	keys, known := r.keys[t]
	for !r.ends() {
		tok, err := r.token()
		if err != nil {
			return nil, brokenJSON(err)
		}
		key := tok.(string)
		i := slices.Index(keys, key)
		if i < 0 && !known && len(keys) < len(parts) {
			i, keys = len(keys), append(keys, key)
		}
		if i < 0 || out[i] != nil {
			return nil, fmt.Errorf("expected an object of %d members for %s, found also %q", len(parts), value.TypeText(t), key)
		}
		v, err := r.value(parts[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		out[i] = v
	}
	if i := slices.Index(out, nil); i >= 0 {
		what := fmt.Sprintf("number %d", i+1)
		if i < len(keys) {
			what = strconv.Quote(keys[i])
		}
		return nil, fmt.Errorf("expected an object of %d members for %s, %s is missing", len(parts), value.TypeText(t), what)
	}
	r.keys[t] = keys
	return assemble(&out, t), r.end()
}

// scalar is a token as a value of type t.
func (r *jsonReader) scalar(tok json.Token, t *types.Type) (value.Value, error) {
	switch x := tok.(type) {
	case json.Number:
		if t.Kind == types.KInt || t.Kind == types.KFloat {
			return readCell(x.String(), t, r.num)
		}
	case bool:
		if t.Kind == types.KBool {
			return value.Bool(x), nil
		}
	case string:
		switch {
		case isText(t):
			return value.String(x), nil
		case t.Kind == types.KChar && len(x) == 1:
			return value.Char(x[0]), nil
		case t.Kind == types.KFloat && (x == "inf" || x == "-inf" || x == "nan"):
			return readCell(x, t, r.num)
		}
	}
	return nil, fmt.Errorf("expected %s, found %s", value.TypeText(t), describeToken(tok))
}

// appendJSON appends a value; floats that JSON does not have are strings.
func appendJSON(b []byte, v value.Value, t *types.Type, num value.Num) ([]byte, error) {
	if t.HasSum() {
		return nil, fmt.Errorf("a value of type %s cannot be written", value.TypeText(t))
	}
	var err error
	list := func(vs []value.Value, of func(i int) *types.Type) error {
		b = append(b, '[')
		for i, x := range vs {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendJSON(b, x, of(i), num); err != nil {
				return err
			}
		}
		b = append(b, ']')
		return nil
	}
	switch v := v.(type) {
	case value.Int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case value.Float:
		if x := float64(v); math.IsInf(x, 0) || x != x {
			return append(append(append(b, '"'), num.AppendFloat(nil, x)...), '"'), nil
		}
		return append(b, writeCell(v, t, num)...), nil
	case value.Bool:
		return strconv.AppendBool(b, bool(v)), nil
	case value.Char:
		return appendText(b, []byte{byte(v)})
	case value.Chars:
		return appendText(b, v)
	case value.Seq:
		elems := make([]value.Value, v.Len())
		for i := range elems {
			elems[i] = v.At(i)
		}
		err = list(elems, func(int) *types.Type { return t.Elem() })
		return b, err
	case value.Tuple:
		all := components(t)
		err = list(parts(v, t), func(i int) *types.Type { return all[i] })
		return b, err
	}
	return nil, fmt.Errorf("a value of type %s cannot be written", value.TypeText(t))
}

// appendText appends a string, which must be UTF-8: JSON has no bytes.
func appendText(b []byte, s []byte) ([]byte, error) {
	text, err := json.Marshal(string(s))
	if err == nil {
		var back string
		if json.Unmarshal(text, &back); back != string(s) {
			return nil, fmt.Errorf("the text %q is not UTF-8, which JSON needs", s[:min(len(s), 20)])
		}
	}
	return append(b, text...), err
}

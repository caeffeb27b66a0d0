package data

// Arrow: files of its interprocess format, .arrow and .feather (version 2). A row is
// an element: of one column, or a tuple of several. Lists are sequences, structs are
// tuples. Offsets and values pass without looking at elements, where widths agree.

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var arrowFormat = Format{Name: "arrow", Suffixes: []string{".arrow", ".feather"}, Doc: "sequences: lists are sequences, several columns and structs are tuples",
	read: func(b []byte, t *types.Type, num value.Num) (value.Value, error) {
		return readArrow(b, t, num, nil)
	},
	choose: readArrow, names: arrowNames, write: writeArrow}

// readArrow reads all columns, or those with names.
func readArrow(b []byte, t *types.Type, num value.Num, names []string) (value.Value, error) {
	if t.Kind != types.KSeq {
		return nil, unlike(".arrow", t, "sequences")
	}
	r, err := openArrow(b)
	if err != nil {
		return nil, err
	}
	table := &column{is: records}
	there, pick := []string{}, []int{}
	for i, f := range r.Schema().Fields() {
		there, pick = append(there, f.Name), append(pick, i)
		table.fields = append(table.fields, &column{name: f.Name})
	}
	if names != nil {
		if pick, err = chosen(names, there); err != nil {
			return nil, err
		}
		table.fields = table.fields[:0]
		for _, name := range names {
			table.fields = append(table.fields, &column{name: name})
		}
	}
	for i := range r.NumRecords() {
		batch, err := r.RecordBatch(i)
		if err != nil {
			return nil, fmt.Errorf("batch %d: %v", i+1, err)
		}
		for k, f := range table.fields {
			c, err := columnOfArrow(batch.Column(pick[k]))
			if err != nil {
				return nil, rowOf(err, f.name, table.n)
			}
			if int64(c.n) != batch.NumRows() {
				return nil, rowOf(fmt.Errorf("there are %d values for %d rows", c.n, batch.NumRows()), f.name, 0)
			}
			if c.name = f.name; i > 0 {
				c = f.followed(c)
			}
			table.fields[k] = c
		}
		table.n += int(batch.NumRows())
	}
	if r.NumRecords() == 0 {
		return value.Empty(t.Elem()), nil
	}
	if len(table.fields) == 1 && (names != nil || len(components(t.Elem())) == 1) {
		return table.fields[0].fit(t.Elem(), num)
	}
	return table.fit(t.Elem(), num)
}

// openArrow opens a file. The reader of the library that copies nothing has no place for dictionaries.
func openArrow(b []byte) (r *ipc.FileReader, err error) {
	dictionaries, err := checkSchema(b)
	if err != nil {
		return nil, err
	}
	if options := []ipc.Option{ipc.WithBodySizeLimit(0), ipc.WithAllocator(arrowMemory(len(b)))}; dictionaries {
		r, err = ipc.NewFileReader(bytes.NewReader(b), options...)
	} else {
		r, err = ipc.NewMappedFileReader(b, options...)
	}
	if err != nil {
		return nil, fmt.Errorf("this is no .arrow file, or it is damaged")
	}
	return r, nil
}

// rowOf gives a problem its column, and counts its row from the start of the file.
func rowOf(err error, name string, before int) error {
	p := problem("", err)
	if p.Column = name; p.Row > 0 {
		p.Row += before
	}
	return p
}

// columnOfArrow is the values of an array, none of which may be missing.
func columnOfArrow(a arrow.Array) (*column, error) {
	if buffers := a.Data().Buffers(); len(buffers) > 1 && a.Len() > 0 {
		if n := a.Data().Offset() + a.Len(); buffers[1] == nil || n < 0 || n > 8*buffers[1].Len() { // a bit at least for each
			return nil, fmt.Errorf("the values are cut off")
		}
	}
	if a.NullN() > 0 {
		for i := range min(a.Len(), 8*len(a.NullBitmapBytes())) { // rows may have no bits
			if a.IsNull(i) {
				return nil, &Problem{Row: i + 1, Msg: "the value is missing"}
			}
		}
	}
	c := &column{n: a.Len()}
	switch a := a.(type) {
	case *array.Int64:
		c.is, c.ints = ints, a.Int64Values()
	case *array.Int32:
		c.is, c.ints = ints, widened(a.Int32Values())
	case *array.Int16:
		c.is, c.ints = ints, widened(a.Int16Values())
	case *array.Int8:
		c.is, c.ints = ints, widened(a.Int8Values())
	case *array.Uint8:
		c.is, c.bytes = bytesOf, a.Uint8Values()
	case *array.Uint16:
		c.is, c.ints = ints, widened(a.Uint16Values())
	case *array.Uint32:
		c.is, c.ints = ints, widened(a.Uint32Values())
	case *array.Float64:
		c.is, c.floats = floats, a.Float64Values()
	case *array.Float32:
		c.is, c.floats = floats, doubles(a.Float32Values())
	case *array.Boolean:
		c.is, c.bools = bools, make([]bool, c.n)
		for i := range c.bools {
			c.bools[i] = a.Value(i)
		}
	case *array.FixedSizeList:
		width := int64(a.DataType().(*arrow.FixedSizeListType).Len())
		if width <= 0 || int64(c.n) > int64(a.ListValues().Len())/width {
			return nil, fmt.Errorf("there are fewer elements than %d lists need", c.n)
		}
		return c, c.setLists(c.n, a.ValueOffsets, a.ListValues())
	case *array.Dictionary:
		all, err := columnOfArrow(a.Dictionary())
		if err != nil {
			return nil, fmt.Errorf("in the dictionary: %v", err)
		}
		return all.picked(c.n, a.GetValueIndex)
	case *array.Struct:
		c.is = records
		for k := range a.NumField() {
			f, err := columnOfArrow(a.Field(k))
			if err != nil {
				return nil, err
			}
			f.name = a.DataType().(*arrow.StructType).Field(k).Name
			c.fields = append(c.fields, f)
		}
		if len(c.fields) == 0 || c.fields[0].n != c.n {
			return nil, fmt.Errorf("structs without values are not read")
		}
	case array.ListLike:
		return c, c.setLists(c.n, a.ValueOffsets, a.ListValues())
	case array.BinaryLike:
		return c, c.setStrings(a)
	default:
		return nil, fmt.Errorf("values of type %s are not read", a.DataType())
	}
	return c, nil
}

func widened[T int8 | int16 | int32 | uint16 | uint32](s []T) []int64 {
	out := make([]int64, len(s))
	for i, x := range s {
		out[i] = int64(x)
	}
	return out
}

// setLists makes c a column of n lists between places of all.
func (c *column) setLists(n int, place func(i int) (start, end int64), all arrow.Array) error {
	c.is, c.offsets = lists, make([]int64, n+1)
	first := int64(0)
	for i := range n {
		start, end := place(i)
		if i == 0 {
			first = start
		}
		if start != first+c.offsets[i] || end < start {
			return &Problem{Row: i + 1, Msg: "the offsets are damaged"}
		}
		c.offsets[i+1] = end - first
	}
	if end := first + c.offsets[n]; first < 0 || end > int64(all.Len()) {
		return fmt.Errorf("the offsets are beyond the %d elements", all.Len())
	}
	elem, err := columnOfArrow(array.NewSlice(all, first, first+c.offsets[n]))
	if p, ok := err.(*Problem); ok { // of an element: its row is that of the list
		p.Row, _ = slices.BinarySearch(c.offsets, int64(p.Row))
	}
	c.elem = elem
	return err
}

// setStrings makes c a column of strings.
func (c *column) setStrings(a array.BinaryLike) error {
	text := a.ValueBytes()
	c.is, c.offsets = lists, make([]int64, c.n+1)
	for i := range c.n {
		c.offsets[i+1] = c.offsets[i] + int64(a.ValueLen(i))
	}
	c.elem = &column{n: len(text), is: bytesOf, bytes: text}
	return checkOffsets(c.offsets, len(text))
}

// maxPicked is how many bytes the texts of a column may have that names them by their places in a dictionary.
const maxPicked = 1 << 30

// picked is n values of c, by their places there: numbers, truth values or texts.
func (c *column) picked(n int, place func(i int) int) (*column, error) {
	out := &column{n: n, is: c.is}
	if c.is == lists {
		out.elem, out.offsets = &column{is: bytesOf}, make([]int64, 1, n+1)
	}
	for i := range n {
		k := place(i)
		switch {
		case k < 0 || k >= c.n:
			return nil, &Problem{Row: i + 1, Msg: fmt.Sprintf("the dictionary has %d values, this is number %d", c.n, k)}
		case c.is == ints:
			out.ints = append(out.ints, c.ints[k])
		case c.is == floats:
			out.floats = append(out.floats, c.floats[k])
		case c.is == bools:
			out.bools = append(out.bools, c.bools[k])
		case c.is == lists && c.elem.is == bytesOf && len(out.elem.bytes) <= maxPicked:
			out.elem.bytes = append(out.elem.bytes, c.elem.bytes[c.offsets[k]:c.offsets[k+1]]...)
			out.elem.n = len(out.elem.bytes)
			out.offsets = append(out.offsets, int64(out.elem.n))
		default:
			return nil, fmt.Errorf("dictionaries of %s are not read, nor more than %d bytes of text", c.describe(), maxPicked)
		}
	}
	return out, nil
}

// followed is c and then d.
func (c *column) followed(d *column) *column {
	if c.is != d.is || len(c.fields) != len(d.fields) {
		panic("data: batches of one file have different types")
	}
	out := &column{name: c.name, n: c.n + d.n, is: c.is, ints: slices.Concat(c.ints, d.ints), floats: slices.Concat(c.floats, d.floats),
		bools: slices.Concat(c.bools, d.bools), bytes: slices.Concat(c.bytes, d.bytes)}
	if c.is == lists {
		out.elem, out.offsets = c.elem.followed(d.elem), slices.Clone(c.offsets)
		for _, o := range d.offsets[1:] {
			out.offsets = append(out.offsets, c.offsets[c.n]+o)
		}
	}
	for k, f := range c.fields {
		out.fields = append(out.fields, f.followed(d.fields[k]))
	}
	return out
}

func writeArrow(v value.Value, t *types.Type, num value.Num) ([]byte, error) {
	if t.Kind != types.KSeq {
		return nil, unlike(".arrow", t, "sequences")
	}
	rows, err := columnOf(v.(value.Seq), t.Elem())
	if err != nil {
		return nil, err
	}
	cols := rows.fields
	if rows.is != records {
		rows.name = "c0"
		cols = []*column{rows}
	}
	var fields []arrow.Field
	var arrays []arrow.Array
	for _, c := range cols {
		d := c.arrow(num)
		fields = append(fields, arrow.Field{Name: c.name, Type: d.DataType()})
		arrays = append(arrays, array.MakeFromData(d))
	}
	schema := arrow.NewSchema(fields, nil)
	var b bytes.Buffer
	w, err := ipc.NewFileWriter(&b, ipc.WithSchema(schema))
	if err != nil {
		return nil, err
	}
	if err := w.Write(array.NewRecordBatch(schema, arrays, int64(rows.n))); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// arrow is c as data of Arrow, in the widths of the program.
func (c *column) arrow(num value.Num) *array.Data {
	data := func(t arrow.DataType, children []arrow.ArrayData, parts ...[]byte) *array.Data {
		buffers := []*memory.Buffer{nil} // nothing is missing
		for _, p := range parts {
			buffers = append(buffers, memory.NewBufferBytes(p))
		}
		return array.NewData(t, c.n, buffers, children, 0, 0)
	}
	switch c.is {
	case bools:
		bits := make([]byte, (c.n+7)/8)
		for i, x := range c.bools {
			if x {
				bits[i/8] |= 1 << (i % 8)
			}
		}
		return data(arrow.FixedWidthTypes.Boolean, nil, bits)
	case lists:
		if c.elem.is == bytesOf {
			if utf8.Valid(c.elem.bytes) && c.elem.n == int(c.offsets[c.n]) && c.startsChars() {
				return data(arrow.BinaryTypes.LargeString, nil, appendAll(c.offsets), c.elem.bytes)
			}
			return data(arrow.BinaryTypes.LargeBinary, nil, appendAll(c.offsets), c.elem.bytes)
		}
		elem := c.elem.arrow(num)
		return data(arrow.LargeListOf(elem.DataType()), []arrow.ArrayData{elem}, appendAll(c.offsets))
	case records:
		var fields []arrow.Field
		var children []arrow.ArrayData
		for _, f := range c.fields {
			d := f.arrow(num)
			fields, children = append(fields, arrow.Field{Name: f.name, Type: d.DataType()}), append(children, d)
		}
		return data(arrow.StructOf(fields...), children)
	}
	kind, body := encodeNumbers(c, num)
	return data(map[string]arrow.DataType{"<i4": arrow.PrimitiveTypes.Int32, "<i8": arrow.PrimitiveTypes.Int64, "<f4": arrow.PrimitiveTypes.Float32,
		"<f8": arrow.PrimitiveTypes.Float64, "|u1": arrow.PrimitiveTypes.Uint8}[kind], nil, body)
}

// startsChars reports whether each string starts with a character of UTF-8, and not
// inside one.
func (c *column) startsChars() bool {
	for _, o := range c.offsets[:c.n] {
		if int(o) < c.elem.n && !utf8.RuneStart(c.elem.bytes[o]) {
			return false
		}
	}
	return true
}

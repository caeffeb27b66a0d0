package data

// Several arrays of NumPy: .npz. Tuples are arrays in their order; ragged sequences
// are offsets and values; sparse matrices of SciPy in compressed rows are rows of
// pairs of column and value.

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var npz = Format{Name: "npz", Suffixes: []string{".npz"}, Doc: "tuples of arrays; ragged sequences as offsets and values; CSR matrices of SciPy",
	read: readZip, choose: chooseZip, names: zipNames, write: writeZip}

// maxArray bounds what is unpacked of one array.
const maxArray = 1 << 36

// readZip reads the arrays of a file for t.
func readZip(b []byte, t *types.Type, num value.Num) (value.Value, error) {
	z, err := openZip(b)
	if err != nil {
		return nil, err
	}
	byName := map[string]*ndarray{}
	var arrays []*ndarray
	for _, f := range z.File {
		name := arrayName(f)
		if name == "format" || name == "shape" { // of SciPy
			continue
		}
		a, err := zippedArray(f, len(b))
		if err != nil {
			return nil, err
		}
		byName[name] = a
		arrays = append(arrays, a)
	}
	switch {
	case byName["indptr"] != nil && byName["indices"] != nil && byName["data"] != nil:
		elem := &column{is: records, fields: []*column{byName["indices"].column, byName["data"].column}, n: byName["data"].column.n}
		if elem.fields[0].n != elem.n {
			return nil, fmt.Errorf("there are %d indices and %d data", elem.fields[0].n, elem.n)
		}
		return ragged(byName["indptr"], elem, t, num)
	case byName["offsets"] != nil && byName["values"] != nil:
		return ragged(byName["offsets"], byName["values"].column, t, num)
	case len(arrays) == 1:
		return arrays[0].value(t, num)
	}
	return tupleOf(arrays, t, num)
}

// chooseZip reads the arrays with these names, and unpacks no others.
func chooseZip(b []byte, t *types.Type, num value.Num, names []string) (value.Value, error) {
	z, err := openZip(b)
	if err != nil {
		return nil, err
	}
	var there []string
	for _, f := range z.File {
		there = append(there, arrayName(f))
	}
	pick, err := chosen(names, there)
	if err != nil {
		return nil, err
	}
	var arrays []*ndarray
	for _, k := range pick {
		a, err := zippedArray(z.File[k], len(b))
		if err != nil {
			return nil, err
		}
		arrays = append(arrays, a)
	}
	if len(arrays) == 1 {
		return arrays[0].value(t, num)
	}
	return tupleOf(arrays, t, num)
}

func openZip(b []byte) (*zip.Reader, error) {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, fmt.Errorf("this is no .npz file: %v", err)
	}
	return z, nil
}

// arrayName is what an array in an archive is called.
func arrayName(f *zip.File) string { return strings.TrimSuffix(f.Name, ".npy") }

// zippedArray is an array in an archive of size bytes.
func zippedArray(f *zip.File, size int) (*ndarray, error) {
	data, err := unzipped(f, size)
	if err != nil {
		return nil, &Problem{Column: arrayName(f), Msg: err.Error()}
	}
	a, err := readArray(data)
	if err != nil {
		return nil, &Problem{Column: arrayName(f), Msg: err.Error()}
	}
	a.column.name = arrayName(f)
	return a, nil
}

// tupleOf is arrays as a tuple of type t.
func tupleOf(arrays []*ndarray, t *types.Type, num value.Num) (value.Value, error) {
	record := &column{n: 1, is: records}
	for _, a := range arrays {
		c := a.nested()
		c.name = a.column.name
		record.fields = append(record.fields, c)
	}
	s, err := record.fit(t, num)
	if err != nil {
		return nil, err
	}
	return s.At(0), nil
}

// ragged is segments of elem as a value of type t.
func ragged(offsets *ndarray, elem *column, t *types.Type, num value.Num) (value.Value, error) {
	c := offsets.column
	if c.is != ints || c.n == 0 {
		return nil, &Problem{Column: c.name, Msg: "expected offsets, at least one"}
	}
	if err := checkOffsets(c.ints, elem.n); err != nil {
		if p, ok := err.(*Problem); ok {
			p.Column = c.name
		}
		return nil, err
	}
	rows := &column{n: c.n - 1, is: lists, offsets: c.ints, elem: elem}
	if t.Kind != types.KSeq {
		return nil, rows.misfit(t)
	}
	return rows.fit(t.Elem(), num)
}

// unzipped is a file in an archive of size bytes.
func unzipped(f *zip.File, size int) ([]byte, error) {
	if f.UncompressedSize64 > maxArray {
		return nil, fmt.Errorf("%d bytes are too many", f.UncompressedSize64)
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var b bytes.Buffer
	if f.UncompressedSize64 <= uint64(size) {
		b.Grow(int(f.UncompressedSize64))
	}
	_, err = io.Copy(&b, io.LimitReader(r, maxArray))
	return b.Bytes(), err
}

// writeZip writes a tuple as arrays, a ragged sequence as offsets and values, or as
// compressed rows of a sparse matrix where the elements are pairs.
func writeZip(v value.Value, t *types.Type, num value.Num) ([]byte, error) {
	c, err := columnOf(value.Of(t, v), t)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name string, one *column) error {
		data, err := writeArray(one, num)
		if err != nil {
			return err
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}
	vector := func(e *column) *column { return &column{n: 1, is: lists, elem: e, offsets: even(1, e.n)} }
	switch {
	case c.is == records:
		for i, f := range c.fields {
			if err := add(fmt.Sprintf("arr_%d", i), f); err != nil {
				return nil, err
			}
		}
	case c.is == lists && c.elem.is == lists:
		rows := c.elem
		parts := []*column{rows.elem}
		names := []string{"offsets", "values"}
		if rows.elem.is == records && len(rows.elem.fields) == 2 {
			parts, names = rows.elem.fields, []string{"indptr", "indices", "data"}
		}
		for i, e := range append([]*column{{n: len(rows.offsets), is: ints, ints: rows.offsets}}, parts...) {
			if err := add(names[i], vector(e)); err != nil {
				return nil, err
			}
		}
	default:
		if err := add("arr_0", c); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return b.Bytes(), err
}

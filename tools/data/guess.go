package data

// What a file holds, for those who have no parameter that says it.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// cells are the types that an element of a column can have, the narrowest first.
var cells = []*types.Type{types.Int, types.Float, types.Bool, types.Seq(types.Char),
	types.Seq(types.Int), types.Seq(types.Float), types.Seq(types.Seq(types.Char))}

// Guess is the type of these columns of a file, of all without names, and what they are called: each
// column has the first type of cells that all of its elements are of. Columns of the format have names.
// An error is a *Problem.
func (f *Format) Guess(file string, b []byte, num value.Num, names []string) (_ *types.Type, _ []string, err error) {
	if names == nil {
		if _, err = guarded(file, func() (value.Value, error) {
			if names, err = f.names(b); err == nil && len(names) == 0 {
				err = errors.New("the file has no columns")
			}
			return nil, err
		}); err != nil {
			return nil, nil, err
		}
	}
	var row []*types.Type
	for _, name := range names {
		var why error
		at := slices.IndexFunc(cells, func(cell *types.Type) bool {
			_, err := f.ReadColumns(file, b, types.Seq(cell), num, []string{name})
			if why == nil {
				why = err
			}
			return err == nil
		})
		if at < 0 {
			return nil, nil, why
		}
		row = append(row, cells[at])
	}
	all := row[len(row)-1]
	for _, t := range slices.Backward(row[:len(row)-1]) { // tuples are pairs, nested to the right
		all = types.Tuple(t, all)
	}
	return types.Seq(all), names, nil
}

// tableNames is the header of a table, whose fields are no numbers.
func tableNames(b []byte, comma rune) ([]string, error) {
	header, err := readHeader(tableReader(b, comma))
	if err != nil {
		return nil, err
	}
	for i, name := range header {
		if _, err := strconv.ParseFloat(name, 64); err == nil || name == "" {
			return nil, &Problem{Column: strconv.Itoa(i + 1), Row: 1, Msg: fmt.Sprintf("the first line is no header, as it has %q", name)}
		}
	}
	return header, nil
}

func arrowNames(b []byte) (names []string, err error) {
	r, err := openArrow(b)
	if err != nil {
		return nil, err
	}
	for _, f := range r.Schema().Fields() {
		names = append(names, f.Name)
	}
	return names, nil
}

func zipNames(b []byte) (names []string, err error) {
	z, err := openZip(b)
	if err != nil {
		return nil, err
	}
	for _, f := range z.File {
		names = append(names, arrayName(f))
	}
	return names, nil
}

// jsonNames is the names of the members of the first object.
func jsonNames(b []byte) (names []string, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	tok, err := d.Token()
	if tok == json.Delim('[') && err == nil {
		tok, err = d.Token()
	}
	if err != nil {
		return nil, brokenJSON(err)
	}
	if tok != json.Delim('{') {
		return nil, fmt.Errorf("expected objects with names, found %s", describeToken(tok))
	}
	for d.More() {
		tok, err := d.Token()
		if err != nil {
			return nil, brokenJSON(err)
		}
		names = append(names, fmt.Sprint(tok))
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return nil, brokenJSON(err)
		}
	}
	return names, nil
}

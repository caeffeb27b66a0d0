package data

// Tables: comma or tab separated values. A row is a tuple, a column a component; the
// first line is a header if one of its fields is not of the type of its column.

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var (
	csvFormat = table("csv", ',')
	tsvFormat = table("tsv", '\t')
)

func table(name string, comma rune) Format {
	return Format{Name: name, Suffixes: []string{"." + name}, Doc: "[(s, t, ...)]: rows of a table; [t]: its only column; [[t]]: rows of numbers",
		read: func(b []byte, t *types.Type, num value.Num) (value.Value, error) {
			return readTable(b, comma, t, num, nil)
		},
		choose: func(b []byte, t *types.Type, num value.Num, names []string) (value.Value, error) {
			return readTable(b, comma, t, num, names)
		},
		names: func(b []byte) ([]string, error) { return tableNames(b, comma) },
		write: func(v value.Value, t *types.Type, num value.Num) ([]byte, error) {
			return writeTable(v, comma, t, num)
		}}
}

// cellTypes is the types of the columns, or one for all of any number of them.
func cellTypes(t *types.Type) (cells []*types.Type, matrix bool, err error) {
	if t.Kind == types.KSeq {
		row := t.Elem()
		switch matrix = row.Kind == types.KSeq && !isText(row); {
		case matrix:
			cells = []*types.Type{row.Elem()}
		default:
			cells = components(row)
		}
		for _, c := range cells {
			if !c.IsBase() && !isText(c) {
				cells = nil
				break
			}
		}
	}
	if cells == nil {
		return nil, false, unlike(".csv and .tsv", t, "sequences of tuples of numbers, bools, chars and strings, and [[t]]")
	}
	return cells, matrix, nil
}

// readTable reads all columns, or those with names.
func readTable(b []byte, comma rune, t *types.Type, num value.Num, names []string) (value.Value, error) {
	cells, matrix, err := cellTypes(t)
	if err != nil {
		return nil, err
	}
	if names != nil && !matrix && len(names) != len(cells) {
		return nil, misnumbered(t.Elem(), len(cells), len(names))
	}
	r := tableReader(b, comma)
	rows := value.NewBuilder(t.Elem(), 0)
	var header []string
	first := 1
	var pick []int // where the columns with names are
	if names != nil {
		if header, err = readHeader(r); err != nil {
			return nil, err
		}
		if pick, err = chosenCells(names, header); err != nil {
			return nil, err
		}
		first = 2
	}
	fields := make([]string, len(pick))
	for n := first; ; n++ {
		record, err := r.Read()
		switch {
		case err == io.EOF:
			return rows.Seq(), nil
		case err != nil:
			return nil, syntaxProblem(err)
		}
		if pick != nil {
			if len(record) != len(header) {
				return nil, &Problem{Row: n, Msg: fmt.Sprintf("the header has %d columns, this row has %d", len(header), len(record)) + otherComma(header, comma)}
			}
			for i, k := range pick {
				fields[i] = record[k]
			}
			record = fields
		}
		row, at, err := readRow(record, cells, matrix, t.Elem(), num)
		switch {
		case err == nil:
			rows.Append(row)
		case n == 1 && at >= 0: // a header
			header = append(header, record...)
		default:
			p := &Problem{Row: n, Msg: err.Error()}
			if at < 0 && n == 1 {
				p.Msg += aboutColumns(record, comma)
			}
			switch {
			case at >= 0 && pick != nil:
				p.Column = names[at]
			case at >= 0:
				p.Column = strconv.Itoa(at + 1)
				if at < len(header) {
					p.Column = strings.TrimSpace(header[at])
				}
			}
			return nil, p
		}
	}
}

// aboutColumns says what to do if a table has another number of columns than expected.
func aboutColumns(first []string, comma rune) string {
	if hint := otherComma(first, comma); hint != "" || len(first) == 1 {
		return hint
	}
	return "; FILE:NAME,NAME in place of FILE takes the columns with these names in the first line"
}

// otherComma says that columns seem to be separated by something else.
func otherComma(first []string, comma rune) string {
	if len(first) != 1 {
		return ""
	}
	for _, c := range ";\t|," {
		if c != comma && strings.ContainsRune(first[0], c) {
			return fmt.Sprintf("; columns seem to be separated by %q, not by %q", c, comma)
		}
	}
	return ""
}

// tableReader reads the rows of a table.
func tableReader(b []byte, comma rune) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(b, []byte("\ufeff"))))
	r.Comma, r.ReuseRecord, r.FieldsPerRecord, r.LazyQuotes = comma, true, -1, comma == '\t'
	return r
}

// readHeader reads the names of columns, without the blanks around them.
func readHeader(r *csv.Reader) ([]string, error) {
	record, err := r.Read()
	switch {
	case err == io.EOF:
		return nil, fmt.Errorf("the file is empty: there is no header to choose columns from")
	case err != nil:
		return nil, syntaxProblem(err)
	}
	header := make([]string, len(record))
	for i, name := range record {
		header[i] = strings.TrimSpace(name)
	}
	return header, nil
}

// chosenCells is where columns are. A first line with a number, and with no name of
// these, is taken for a row of a table without a header.
func chosenCells(names, header []string) ([]int, error) {
	trimmed := make([]string, len(names))
	known := false
	for i, name := range names {
		trimmed[i] = strings.TrimSpace(name)
		known = known || slices.Contains(header, trimmed[i])
	}
	number := func(s string) bool {
		_, err := strconv.ParseFloat(s, 64)
		return err == nil
	}
	if !known && slices.ContainsFunc(header, number) {
		return nil, &Problem{Row: 1, Msg: fmt.Sprintf("there is no header to choose %s from: the first line is %s", listed(names), listed(header))}
	}
	return chosen(trimmed, header)
}

func syntaxProblem(err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return &Problem{Row: p.Line, Msg: p.Err.Error()}
	}
	return err
}

// readRow is a row; at is the column that is wrong, -1 if it is their number.
func readRow(record []string, cells []*types.Type, matrix bool, t *types.Type, num value.Num) (v value.Value, at int, err error) {
	if matrix {
		b := value.NewBuilder(cells[0], len(record))
		for i, text := range record {
			x, err := readCell(text, cells[0], num)
			if err != nil {
				return nil, i, err
			}
			b.Append(x)
		}
		return b.Seq(), 0, nil
	}
	if len(record) != len(cells) {
		return nil, -1, fmt.Errorf("expected %d columns for %s, found %d", len(cells), value.TypeText(t), len(record))
	}
	parts := make([]value.Value, len(cells))
	for i, text := range record {
		if parts[i], err = readCell(text, cells[i], num); err != nil {
			return nil, i, err
		}
	}
	return assemble(&parts, t), 0, nil
}

// assemble takes the components of a value of type t off parts.
func assemble(parts *[]value.Value, t *types.Type) value.Value {
	switch {
	case t.Kind == types.KData:
		return assemble(parts, t.Elems[0])
	case t.Kind == types.KTuple && len(t.Elems) > 0:
		last := len(t.Elems) - 1
		out := make(value.Tuple, len(t.Elems))
		for k := range last {
			out[k], *parts = (*parts)[0], (*parts)[1:]
		}
		out[last] = assemble(parts, t.Elems[last])
		return out
	}
	v := (*parts)[0]
	*parts = (*parts)[1:]
	return v
}

// readCell reads a field: a string is its bytes, a char is itself, others are as in
// NESL.
func readCell(text string, t *types.Type, num value.Num) (value.Value, error) {
	if isText(t) {
		return value.String(text), nil
	}
	if t.Kind == types.KChar {
		if len(text) != 1 {
			return nil, fmt.Errorf("expected one char, found %q", text)
		}
		return value.Char(text[0]), nil
	}
	word := strings.TrimSpace(text)
	switch {
	case t.Kind == types.KBool && strings.EqualFold(word, "true"):
		return value.Bool(true), nil
	case t.Kind == types.KBool && strings.EqualFold(word, "false"):
		return value.Bool(false), nil
	}
	r := value.NewReader("", []byte(word), num)
	v, err := r.Value(t)
	if err == nil {
		err = r.End()
	}
	var e *value.InputError
	if errors.As(err, &e) {
		if strings.HasPrefix(e.Msg, "expected") {
			return nil, fmt.Errorf("expected %s, found %q", value.TypeText(t), text)
		}
		return nil, fmt.Errorf("%s: %q", e.Msg, text)
	}
	return v, err
}

func writeTable(v value.Value, comma rune, t *types.Type, num value.Num) ([]byte, error) {
	cells, matrix, err := cellTypes(t)
	if err != nil {
		return nil, err
	}
	s := v.(value.Seq)
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	for i := range s.Len() {
		var record []string
		if matrix {
			row := s.At(i).(value.Seq)
			for k := range row.Len() {
				record = append(record, writeCell(row.At(k), cells[0], num))
			}
		} else {
			for k, x := range parts(s.At(i), t.Elem()) {
				record = append(record, writeCell(x, cells[k], num))
			}
		}
		if len(record) == 0 || len(record) == 1 && record[0] == "" {
			return nil, &Problem{Row: i + 1, Msg: "a row cannot be empty"}
		}
		if err := w.Write(record); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// parts is the components of a value of type t, right nesting removed.
func parts(v value.Value, t *types.Type) []value.Value {
	switch {
	case t.Kind == types.KData:
		return parts(v, t.Elems[0])
	case t.Kind == types.KTuple && len(t.Elems) > 0:
		last := len(t.Elems) - 1
		tuple := v.(value.Tuple)
		return append(append([]value.Value{}, tuple[:last]...), parts(tuple[last], t.Elems[last])...)
	}
	return []value.Value{v}
}

// writeCell writes a field so that it reads to the same value.
func writeCell(v value.Value, t *types.Type, num value.Num) string {
	switch v := v.(type) {
	case value.Chars:
		return string(v)
	case value.Char:
		return string([]byte{byte(v)})
	case value.Float:
		if x := float64(v); math.IsInf(x, 0) || x != x {
			return string(num.AppendFloat(nil, x))
		}
		return strconv.FormatFloat(float64(v), 'g', -1, num.FloatBits())
	}
	return value.Printer{Num: num}.Text(v, t)
}

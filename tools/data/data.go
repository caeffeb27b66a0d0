// Package data reads and writes values of NESL in the formats of others. A file is
// read for a type, that of the parameter which receives it; what does not fit is one
// error that names the file, the column and the row.
//
//	Format   a format: how it reads and writes (this file)
//	columns  which columns are read, by their names (columns.go), and what they are (guess.go)
//	column   what tables, arrays and lists are read as and written from (column.go);
//	         fit makes values of them (fit.go), columnOf the other way round (unfit.go)
//
// Formats, a file each: csv.go, numpy.go and numpyzip.go, arrow.go, parquet.go, json.go, text.go,
// image.go, plot.go, and binary.go, the one that compiled programs read and write.
package data

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Format is a way to keep a value in a file.
type Format struct {
	Name     string
	Suffixes []string // of files, with the dot
	Doc      string

	// read makes a value of type t of the bytes of a file; nil if it cannot. The bytes
	// may become part of the value.
	read func(b []byte, t *types.Type, num value.Num) (value.Value, error)
	// choose is read of the columns with these names, in their order; nil if files have
	// no names.
	choose func(b []byte, t *types.Type, num value.Num, names []string) (value.Value, error)
	// names is the names of the columns, in the order of the file; not nil if choose is not.
	names func(b []byte) ([]string, error)
	// write is a file with a value of type t; nil if it cannot.
	write func(v value.Value, t *types.Type, num value.Num) ([]byte, error)
	// takes reports whether a file of this suffix holds values of type t in this
	// format, and not literals of NESL; nil: always.
	takes func(t *types.Type) bool
}

// Formats lists all formats.
func Formats() []*Format { return formats }

var formats = []*Format{&npy, &npz, &csvFormat, &tsvFormat, &jsonFormat, &ndjson, &textFormat, &rawFormat, &arrowFormat, &parquetFormat, &pngFormat, &svgFormat, &Binary}

// Named finds a format.
func Named(name string) (*Format, error) {
	var names []string
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("no format is called %s; there are %s", name, strings.Join(names, ", "))
}

// Of is the format of a file with a value of type t, by its suffix; nil for literals
// of NESL.
func Of(file string, t *types.Type) *Format {
	for _, f := range formats {
		if slices.Contains(f.Suffixes, strings.ToLower(filepath.Ext(file))) && (f.takes == nil || f.takes(t)) {
			return f
		}
	}
	return nil
}

// Read makes a value of type t of the bytes of a file, which must not change
// afterwards: they may be a part of it. An error is a *Problem.
func (f *Format) Read(file string, b []byte, t *types.Type, num value.Num) (value.Value, error) {
	if f.read == nil {
		return nil, fmt.Errorf("%s files are only written", f.Name)
	}
	return guarded(file, func() (value.Value, error) { return f.read(b, t, num) })
}

// guarded is what read returns; its error is a *Problem of the file.
func guarded(file string, read func() (value.Value, error)) (v value.Value, err error) {
	defer func() {
		if r := recover(); r != nil { // of a library that does not expect what is damaged
			v, err = nil, &Problem{File: file, Msg: "the file is damaged"}
		}
		if err != nil {
			err = problem(file, err)
		}
	}()
	return read()
}

// Writes reports whether files of the format are written.
func (f *Format) Writes() bool { return f.write != nil }

// Write is a file with v of type t.
func (f *Format) Write(file string, v value.Value, t *types.Type, num value.Num) ([]byte, error) {
	if f.write == nil {
		return nil, problem(file, fmt.Errorf("%s files are only read", f.Name))
	}
	b, err := f.write(v, t, num)
	if err != nil {
		return nil, problem(file, err)
	}
	return b, nil
}

// A Problem is why a file is not of the expected type.
type Problem struct {
	File       string
	Line, Char int    // in a text, from 1; 0: no certain ones
	Column     string // "" where there are none
	Row        int    // from 1; 0: no certain one
	Msg        string
}

func (p *Problem) Error() string {
	var where []string
	if p.Column != "" {
		where = append(where, "column "+p.Column)
	}
	if p.Row > 0 {
		where = append(where, fmt.Sprintf("row %d", p.Row))
	}
	where = append(where, p.Msg)
	line := strings.Map(func(r rune) rune { // names in files may be anything
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, strings.Join(where, ", "))
	file := p.File
	if p.Line > 0 {
		file = fmt.Sprintf("%s:%d:%d", file, p.Line, p.Char)
	}
	return fmt.Sprintf("%s: error[%s]: %s", file, value.CodeInput, line)
}

// problem gives an error its file.
func problem(file string, err error) *Problem {
	p, ok := err.(*Problem)
	if !ok {
		p = &Problem{Msg: err.Error()}
	}
	if p.File == "" {
		p.File = file
	}
	return p
}

// unlike says that a format cannot keep values of type t.
func unlike(format string, t *types.Type, takes string) error {
	return fmt.Errorf("%s files hold %s, not %s", format, takes, value.TypeText(t))
}

// components is the components of a tuple type, right nesting removed.
func components(t *types.Type) []*types.Type {
	if t.Kind == types.KData {
		return components(t.Elems[0])
	}
	if t.Kind != types.KTuple || len(t.Elems) == 0 {
		return []*types.Type{t}
	}
	last := len(t.Elems) - 1
	return append(slices.Clone(t.Elems[:last]), components(t.Elems[last])...)
}

// isText reports whether t is [char].
func isText(t *types.Type) bool { return t.Kind == types.KSeq && t.Elem().Kind == types.KChar }

// rawFormat is the bytes of any file.
var rawFormat = Format{Name: "bytes", Suffixes: []string{".bin"}, Doc: "[char]: the bytes themselves",
	read: func(b []byte, t *types.Type, _ value.Num) (value.Value, error) {
		if !isText(t) {
			return nil, unlike("binary", t, "[char]")
		}
		return value.Chars(b), nil
	},
	write: func(v value.Value, t *types.Type, _ value.Num) ([]byte, error) {
		if !isText(t) {
			return nil, unlike("binary", t, "[char]")
		}
		return bytes.Clone(v.(value.Chars)), nil
	}}

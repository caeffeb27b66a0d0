package data

// Columns that are chosen by name, of the formats whose files have names.

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nessiec/ir/diag"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// ParseColumns is the names in a list as item,"unit price". A name with a comma or a
// quote is quoted as in a .csv file.
func ParseColumns(list string) ([]string, error) {
	r := csv.NewReader(strings.NewReader(list))
	r.TrimLeadingSpace = true
	names, err := r.Read()
	if err != nil || strings.ContainsAny(list, "\r\n") {
		return nil, fmt.Errorf("%q is no list of columns, as item,\"unit price\"", list)
	}
	for i, name := range names {
		switch {
		case name == "":
			return nil, fmt.Errorf("column %d of the list %q has no name", i+1, list)
		case slices.Contains(names[:i], name):
			return nil, fmt.Errorf("the list %q has the column %s twice", list, name)
		}
	}
	return names, nil
}

// HasColumns reports whether files of the format have columns with names.
func (f *Format) HasColumns() bool { return f.choose != nil }

// ReadColumns is Read of the columns with these names, in their order. They are the
// components of the tuples that t is made of; one column is an element itself.
func (f *Format) ReadColumns(file string, b []byte, t *types.Type, num value.Num, names []string) (value.Value, error) {
	if !f.HasColumns() {
		return nil, problem(file, fmt.Errorf("%s files have no columns with names; %s have", f.Name, strings.Join(withColumns(), ", ")))
	}
	return guarded(file, func() (value.Value, error) { return f.choose(b, t, num, names) })
}

// withColumns is the suffixes of files that have columns with names.
func withColumns() (out []string) {
	for _, f := range formats {
		if f.HasColumns() {
			out = append(out, f.Suffixes...)
		}
	}
	return out
}

// chosen is where the names stand in there, what the file calls its columns.
func chosen(names, there []string) ([]int, error) {
	out := make([]int, len(names))
	for i, name := range names {
		at := slices.Index(there, name)
		if at < 0 {
			return nil, missingColumn(name, there)
		}
		if k := slices.Index(there[at+1:], name); k >= 0 {
			return nil, &Problem{Column: name, Msg: fmt.Sprintf("the name is not unique: columns %d and %d have it", at+1, at+k+2)}
		}
		out[i] = at
	}
	return out, nil
}

// missingColumn says what there is instead of a column.
func missingColumn(name string, there []string) error {
	msg := "there is no such column"
	if near := diag.Nearest(name, slices.Clone(there)); near != "" {
		msg += " (did you mean " + near + "?)"
	}
	if len(there) == 0 {
		msg += "; there are none"
	} else {
		msg += "; there are " + listed(there)
	}
	return &Problem{Column: name, Msg: msg}
}

// misnumbered says that an element of type t has n columns, and not as many as chosen.
func misnumbered(t *types.Type, n, chosen int) error {
	s := "s"
	if n == 1 {
		s = ""
	}
	return fmt.Errorf("expected %d column%s for %s, chosen are %d", n, s, value.TypeText(t), chosen)
}

// listed is names for a message, at most twenty.
func listed(names []string) string {
	const most = 20
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// SplitColumns takes FILE:COLUMNS apart. A file that exists is its whole name; else the
// name ends at the first colon before which there is a file, or one of the suffixes of
// formats. Without columns, they are nil.
func SplitColumns(arg string) (file string, columns []string, err error) {
	if readable(arg) {
		return arg, nil, nil
	}
	for i := range len(arg) {
		if arg[i] != ':' || !readable(arg[:i]) && !hasSuffix(arg[:i]) {
			continue
		}
		columns, err = ParseColumns(arg[i+1:])
		return arg[:i], columns, err
	}
	return arg, nil, nil
}

// readable reports whether there is such a file; - is standard input.
func readable(name string) bool {
	info, err := os.Stat(name)
	return name == "-" || err == nil && !info.IsDir()
}

// hasSuffix reports whether a name ends as the files of a format do.
func hasSuffix(name string) bool {
	suffix := strings.ToLower(filepath.Ext(name))
	return slices.ContainsFunc(formats, func(f *Format) bool { return slices.Contains(f.Suffixes, suffix) })
}

// WithColumns is the format of a file whose columns have names; nil if it is none.
func WithColumns(file string) *Format {
	for _, f := range formats {
		if f.HasColumns() && slices.Contains(f.Suffixes, strings.ToLower(filepath.Ext(file))) {
			return f
		}
	}
	return nil
}

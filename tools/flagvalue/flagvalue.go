// Package flagvalue has the values of flags that are neither numbers nor texts.
package flagvalue

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/tools/data"
)

// Files is which files a program may open: all, read or none.
type Files struct{ Grant interp.Grant }

func (f *Files) String() string { return interp.Grants[f.Grant] }
func (f *Files) Set(s string) error {
	i := slices.Index(interp.Grants, s)
	if i < 0 {
		return errors.New("-files is all, read or none")
	}
	f.Grant = interp.Grant(i)
	return nil
}

// List is a flag that may be repeated or separated by commas.
type List []string

func (l *List) String() string { return strings.Join(*l, ",") }
func (l *List) Set(s string) error {
	*l = append(*l, s)
	return nil
}

// Bench is how often expressions are measured, and which: N or N:NAME.
type Bench struct {
	Runs int
	Name string
}

func (b *Bench) String() string {
	if b.Name != "" {
		return fmt.Sprintf("%d:%s", b.Runs, b.Name)
	}
	return strconv.Itoa(b.Runs)
}

func (b *Bench) Set(s string) error {
	number, name, _ := strings.Cut(s, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n <= 0 {
		return errors.New("-bench needs a positive number of runs")
	}
	*b = Bench{n, name}
	return nil
}

// Format is a format of data, nil for what the suffixes of files say.
type Format struct{ *data.Format }

func (f *Format) String() string {
	if f.Format == nil {
		return ""
	}
	return f.Name
}

func (f *Format) Set(s string) (err error) {
	f.Format, err = data.Named(s)
	return err
}

// Suffixes lists the suffixes of files with data that can be written.
func Suffixes() (out []string) {
	for _, f := range data.Formats() {
		if f.Writes() {
			out = append(out, f.Suffixes...)
		}
	}
	return out
}

// Bytes is a number of bytes: with K, M or G at its end, times 2 to the 10, 20 or 30.
type Bytes int64

func (b *Bytes) String() string { return strconv.FormatInt(int64(*b), 10) }
func (b *Bytes) Set(s string) error {
	number, shift := s, 0
	if i := strings.IndexAny("KMG", s[max(len(s)-1, 0):]); s != "" && i >= 0 {
		number, shift = s[:len(s)-1], 10*(i+1)
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64>>shift {
		return errors.New("expected a number of bytes, as 512M or 2G")
	}
	*b = Bytes(n << shift)
	return nil
}

// Split lists the parts of a flag that may hold several names.
func (l List) Split() (out []string) {
	for _, s := range l {
		out = append(out, strings.Split(s, ",")...)
	}
	return out
}

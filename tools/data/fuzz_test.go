package data

// Readers on any bytes: go test -fuzz=FuzzNPY ./tools/data, one at a time. What is
// read has the type, and is read again after it was written.

import (
	"bytes"
	"strings"
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

func FuzzNPY(f *testing.F)    { fuzz(f, "npy") }
func FuzzNPZ(f *testing.F)    { fuzz(f, "npz") }
func FuzzCSV(f *testing.F)    { fuzz(f, "csv") }
func FuzzTSV(f *testing.F)    { fuzz(f, "tsv") }
func FuzzJSON(f *testing.F)   { fuzz(f, "json") }
func FuzzNDJSON(f *testing.F) { fuzz(f, "ndjson") }
func FuzzText(f *testing.F)   { fuzz(f, "text") }
func FuzzArrow(f *testing.F)  { fuzz(f, "arrow") }
func FuzzPNG(f *testing.F)    { fuzz(f, "png") }
func FuzzBinary(f *testing.F) { fuzz(f, "nesldata") }

// fuzz reads files of a format as each of the types of the table of values that it can
// have.
func fuzz(f *testing.F, name string) {
	format, err := Named(name)
	if err != nil {
		f.Fatal(err)
	}
	var all []*types.Type
	for _, c := range values {
		for _, n := range strings.Fields(c.formats) {
			if n == name {
				v, ty := typed(f, c.typ, c.text, double)
				b, err := format.Write("file", v, ty, double)
				if err != nil {
					f.Fatal(err)
				}
				f.Add(uint8(len(all)), b)
				all = append(all, ty)
			}
		}
	}
	if name == "arrow" {
		for i := range all {
			f.Add(uint8(i), withDictionary(f))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, b []byte) {
		ty := all[int(which)%len(all)]
		checkDamaged(t, format, append([]byte{}, b...), ty)
		v, err := format.Read("file", b, ty, double)
		if err != nil {
			return
		}
		again, err := format.Write("file", v, ty, double)
		if err != nil {
			return // rows of different lengths, text that is no UTF-8
		}
		w, err := format.Read("file", again, ty, double)
		if err != nil {
			t.Fatalf("%v after writing %v", err, v)
		}
		tables := name == "csv" || name == "tsv" // which read \r\n as \n
		if d := value.Diff(w, v, 0); d != "" && !(tables && bytes.Contains(b, []byte("\r"))) {
			t.Fatalf("it%s", d)
		}
	})
}

// FuzzColumns chooses columns by any names from any bytes.
func FuzzColumns(f *testing.F) {
	var named []*Format
	for _, format := range Formats() {
		if format.HasColumns() {
			named = append(named, format)
		}
	}
	all := []string{"[int]", "[<int float>]", "[[float]]", "[<[char] <int bool>>]", "<[int] [float]>"}
	for i, format := range named {
		for _, c := range values {
			if v, ty := typed(f, c.typ, c.text, double); strings.Contains(c.formats, format.Name) {
				if b, err := format.Write("file", v, ty, double); err == nil {
					f.Add(uint8(i), uint8(0), "c0", b)
				}
			}
		}
		f.Add(uint8(i), uint8(1), "b,a", []byte("a,b\n1,2\n"))
		f.Add(uint8(i), uint8(1), `b,"a "`, []byte(`[{"a ": 1, "b": 2, "c": [{}]}]`))
	}
	f.Fuzz(func(t *testing.T, which, typ uint8, list string, b []byte) {
		names, err := ParseColumns(list)
		if err != nil {
			return
		}
		format := named[int(which)%len(named)]
		ty, err := types.Parse(all[int(typ)%len(all)])
		if err != nil {
			t.Fatal(err)
		}
		v, err := format.ReadColumns("file", b, ty, double, names)
		if checkProblem(t, format, err); err == nil {
			value.Flatten(v, ty) // is a value of this type
		}
	})
}

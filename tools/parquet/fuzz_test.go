package main

import (
	"bytes"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// points is a column of structs.
var points = arrow.NewSchema([]arrow.Field{{Name: "at", Type: arrow.StructOf(
	arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Int64}, arrow.Field{Name: "y", Type: arrow.PrimitiveTypes.Float64})}}, nil)

// FuzzParquet converts any bytes: go test -fuzz=FuzzParquet. What is wrong is an error, never a
// panic, and what is written is a file of Arrow that can be read.
func FuzzParquet(f *testing.F) {
	good := stock(f)
	f.Add("", good)
	f.Add("sizes", good)
	f.Add("prise", good)
	f.Add("", good[:len(good)/2])
	f.Add("", tableOf(f, points, `[{"at": {"x": 1, "y": 2.5}}, {"at": {"x": 3, "y": 0.5}}]`))
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		var names []string
		if name != "" {
			names = []string{name}
		}
		var out bytes.Buffer
		err := convert(bytes.NewReader(b), &out, names)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without a text")
			}
			return
		}
		r, err := ipc.NewFileReader(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.NumRecords() {
			if _, err := r.RecordBatch(i); err != nil {
				t.Fatal(err)
			}
		}
	})
}

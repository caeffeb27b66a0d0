package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// stock is a file with a column of numbers, one of text and one of lists, in two groups
// of rows.
func stock(t testing.TB) []byte {
	return tableOf(t, arrow.NewSchema([]arrow.Field{
		{Name: "price", Type: arrow.PrimitiveTypes.Float64},
		{Name: "item", Type: arrow.BinaryTypes.String},
		{Name: "sizes", Type: arrow.ListOf(arrow.PrimitiveTypes.Int64)},
	}, nil), `[{"price": 0.5, "item": "bolt", "sizes": [3, 4]}, {"price": 0.25, "item": "nut", "sizes": []}, {"price": 2, "item": "saw", "sizes": [1]}]`)
}

// tableOf is a file with these rows, in JSON, two in a group.
func tableOf(t testing.TB, schema *arrow.Schema, rows string) []byte {
	record, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(rows))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, err := pqarrow.NewFileWriter(schema, &b, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(2)), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(record); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// All columns are there, or those with names, in their order.
func TestConvert(t *testing.T) {
	for _, c := range []struct{ names, order, want string }{
		{"", "price item sizes", `{"item":"bolt","price":0.5,"sizes":[3,4]} {"item":"nut","price":0.25,"sizes":[]} {"item":"saw","price":2,"sizes":[1]}`},
		{"sizes price", "sizes price", `{"price":0.5,"sizes":[3,4]} {"price":0.25,"sizes":[]} {"price":2,"sizes":[1]}`},
		{"item", "item", `{"item":"bolt"} {"item":"nut"} {"item":"saw"}`},
	} {
		var out bytes.Buffer
		if err := convert(bytes.NewReader(stock(t)), &out, strings.Fields(c.names)); err != nil {
			t.Fatal(err)
		}
		r, err := ipc.NewFileReader(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		var rows, order []string
		for i := range r.NumRecords() {
			batch, err := r.RecordBatch(i)
			if err != nil {
				t.Fatal(err)
			}
			b, err := batch.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			var all []map[string]any
			if err := json.Unmarshal(b, &all); err != nil {
				t.Fatal(err)
			}
			for _, row := range all {
				b, _ := json.Marshal(row)
				rows = append(rows, string(b))
			}
		}
		for _, f := range r.Schema().Fields() {
			order = append(order, f.Name)
		}
		if got := strings.Join(rows, " "); got != c.want || strings.Join(order, " ") != c.order {
			t.Errorf("columns %q are %v of\n%s, not\n%s", c.names, order, got, c.want)
		}
	}
}

// What is wrong is one sentence.
func TestMistakes(t *testing.T) {
	good := stock(t)
	for _, c := range []struct {
		file []byte
		name string
		want string
	}{
		{nil, "item", "no .parquet file"},
		{[]byte("PAR1 and nothing PAR1"), "item", "damaged"},
		{good[:len(good)/2], "item", "damaged"},
		{good, "prise", "column prise, there is no such column; there are price, item, sizes"},
	} {
		var out bytes.Buffer
		err := convert(bytes.NewReader(c.file), &out, []string{c.name})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: %v, not %s", c.file, err, c.want)
		}
	}
}

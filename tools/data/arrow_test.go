package data

import (
	"bytes"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"nessiec/ir/value"
)

// withDictionary is a file in Arrow with a column of texts by their places in a dictionary, and one of
// floats like that.
func withDictionary(t testing.TB) []byte {
	mem := memory.DefaultAllocator
	texts := array.NewDictionaryBuilder(mem, &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}).(*array.BinaryDictionaryBuilder)
	numbers := array.NewDictionaryBuilder(mem, &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint16, ValueType: arrow.PrimitiveTypes.Float64}).(*array.Float64DictionaryBuilder)
	for i, s := range []string{"nut", "", "né", "nut"} {
		if err := texts.AppendString(s); err != nil {
			t.Fatal(err)
		}
		if err := numbers.Append(float64(i/2) + 0.5); err != nil {
			t.Fatal(err)
		}
	}
	columns := []arrow.Array{texts.NewArray(), numbers.NewArray()}
	schema := arrow.NewSchema([]arrow.Field{{Name: "item", Type: columns[0].DataType()}, {Name: "price", Type: columns[1].DataType()}}, nil)
	var b bytes.Buffer
	w, err := ipc.NewFileWriter(&b, ipc.WithSchema(schema))
	if err == nil {
		err = w.Write(array.NewRecordBatch(schema, columns, 4))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Columns with dictionaries, as JavaScript, pandas and R write texts, were called damaged.
func TestArrowDictionaries(t *testing.T) {
	b := withDictionary(t)
	want, ty := typed(t, "[<[char] float>]", `[("nut", 0.5), ("", 0.5), ("né", 1.5), ("nut", 1.5)]`, double)
	if got, err := arrowFormat.Read("f", b, ty, double); err != nil || value.Diff(got, want, 0) != "" {
		t.Errorf("%v %v", got, err)
	}
	if got, _, err := arrowFormat.Guess("f", b, double, []string{"item", "price"}); err != nil || got != ty {
		t.Errorf("it is guessed to be %v %v", got, err)
	}
	for i := range b {
		bad := bytes.Clone(b)
		bad[i] ^= 0xFF
		checkDamaged(t, &arrowFormat, bad, ty)
		checkDamaged(t, &arrowFormat, b[:i], ty)
	}
}

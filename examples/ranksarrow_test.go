package examples_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/tools/data"
)

// orders has rows (text, [float], bool, (int, [[int]])), where the pair is a struct and rows of
// ints are equally long.
var orders = arrow.NewSchema([]arrow.Field{
	{Name: "name", Type: arrow.BinaryTypes.String},
	{Name: "prices", Type: arrow.ListOf(arrow.PrimitiveTypes.Float32)},
	{Name: "open", Type: arrow.FixedWidthTypes.Boolean},
	{Name: "rest", Type: arrow.StructOf(
		arrow.Field{Name: "n", Type: arrow.PrimitiveTypes.Int64},
		arrow.Field{Name: "pairs", Type: arrow.LargeListOf(arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Uint16))})},
}, nil)

var orderRows = types.Seq(types.Tuple(types.Seq(types.Char), types.Tuple(types.Seq(types.Float), types.Tuple(types.Bool, types.Tuple(types.Int,
	types.Seq(types.Seq(types.Int)))))))

// ordersFile writes batches of so many rows each.
func ordersFile(t *testing.T, sizes ...int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "orders.arrow")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := ipc.NewFileWriter(f, ipc.WithSchema(orders))
	if err != nil {
		t.Fatal(err)
	}
	row := 0
	for _, n := range sizes {
		b := array.NewRecordBuilder(memory.DefaultAllocator, orders)
		prices, rest := b.Field(1).(*array.ListBuilder), b.Field(3).(*array.StructBuilder)
		pairs := rest.FieldBuilder(1).(*array.LargeListBuilder)
		for ; n > 0; n-- {
			b.Field(0).(*array.StringBuilder).Append("orders of the day"[:row%17])
			prices.Append(true)
			for k := range row % 5 {
				prices.ValueBuilder().(*array.Float32Builder).Append(float32(row) + float32(k)/2)
			}
			b.Field(2).(*array.BooleanBuilder).Append(row%3 == 0)
			rest.Append(true)
			rest.FieldBuilder(0).(*array.Int64Builder).Append(int64(-row))
			pairs.Append(true)
			for k := range row % 3 {
				pair := pairs.ValueBuilder().(*array.FixedSizeListBuilder)
				pair.Append(true)
				pair.ValueBuilder().(*array.Uint16Builder).AppendValues([]uint16{uint16(row), uint16(k)}, nil)
			}
			row++
		}
		if err := w.Write(b.NewRecordBatch()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// valueOf reads a file as nessiec does.
func valueOf(t *testing.T, file string, ty *types.Type) value.Value {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	v, err := data.Of(file, ty).Read(file, b, ty, value.Num{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Files of Arrow are read and written by blocks, whatever their batches are.
func TestRanksArrow(t *testing.T) {
	p := entryForRanks(t, targetOf(t, 1), "function main(rows) = {(a, b, c, d, e) : (a, b, c, d, e) in rows | #b <= 4};\n",
		"[([char], [float], bool, int, [[int]])] -> [([char], [float], bool, int, [[int]])]", 4)
	for _, sizes := range [][]int{{1}, {0}, {}, {40, 0, 3, 101}, {7, 8, 9}} {
		in, out := ordersFile(t, sizes...), filepath.Join(t.TempDir(), "out.arrow")
		var want []byte
		for ranks := 1; ranks <= 4; ranks++ {
			_, errs, status := outcome(t, mpi(t, ranks, p, "-arg", in, "-output", out))
			got, err := os.ReadFile(out)
			if status != 0 || err != nil {
				t.Fatalf("%v, %d ranks: status %d, %v\n%s", sizes, ranks, status, err, errs)
			}
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%v, %d ranks: another result", sizes, ranks)
			}
			if diff := value.Diff(valueOf(t, out, orderRows), valueOf(t, in, orderRows), 0); diff != "" {
				t.Errorf("%v, %d ranks: %s", sizes, ranks, diff)
			}
		}
	}
}

// What is no file for the program is told, by one of the ranks, before any has a device.
func TestRanksArrowErrors(t *testing.T) {
	in := ordersFile(t, 5)
	b, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(t.TempDir(), "short.arrow")
	if err := os.WriteFile(short, b[:len(b)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ typ, file, says string }{
		{"[([char], [float], bool, int)]", in, "column rest, the values are tuples, and those of the program are none"},
		{"[([char], [float], bool)]", in, "column rest, the rows of the program have fewer components"},
		{"[([char], [float], bool, int, [[int]], int)]", in, "column rest, the rows of the program have more components"},
		{"[([char], [int], bool, int, [[int]])]", in, "column prices, the values have another type than in the program"},
		{"[([char], float, bool, int, [[int]])]", in, "column prices, the values are sequences, and those of the program are none"},
		{"[int]", in, "the file has several columns, but the rows of the program are no tuples"},
		{"int", in, "files of Arrow hold sequences, of rows"},
		{"[int]", short, "the file is cut off"},
	} {
		p := entryForRanks(t, "c", "function main(rows) = 0;\n", c.typ+" -> int", 4)
		if out, errs, status := outcome(t, mpi(t, 2, p, "-arg", c.file)); out != "" || errs != c.file+": error[E0050]: "+c.says+"\n" || status != 2 {
			t.Errorf("%s: status %d\n%s%swant %s", c.typ, status, out, errs, c.says)
		}
	}
}

// The bytes of a file are a [char], and numbers have the width of the program.
func TestRanksBytes(t *testing.T) {
	p := entryForRanks(t, targetOf(t, 1), "function main(text, xs) = {code_char(char_code(c) + x) : c in text; x in xs};\n", "([char], [int]) -> [char]", 4)
	dir, text := t.TempDir(), []byte("\x00\xffbytes of a file, as they are")
	in, out := filepath.Join(dir, "in.bin"), filepath.Join(dir, "out.bin")
	xs := make(value.Ints, len(text))
	for i := range xs {
		xs[i] = int64(-(i % 2) * int(text[i]) / 2)
	}
	wide, err := data.Of("xs.npy", types.Seq(types.Int)).Write("xs.npy", xs, types.Seq(types.Int), value.Num{Int64: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{in: text, filepath.Join(dir, "xs.npy"): wide, filepath.Join(dir, "no.bin"): nil} {
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := bytes.Clone(text)
	for i, x := range xs {
		want[i] += byte(x)
	}
	for ranks := 1; ranks <= 4; ranks++ {
		_, errs, status := outcome(t, mpi(t, ranks, p, "-arg", in, "-arg", filepath.Join(dir, "xs.npy"), "-output", out))
		if got, err := os.ReadFile(out); status != 0 || err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d ranks: status %d, %v\n%s\n%q\nwant\n%q", ranks, status, err, errs, got, want)
		}
	}
	if _, errs, status := outcome(t, mpi(t, 2, p, "-arg", filepath.Join(dir, "no.bin"), "-arg", filepath.Join(dir, "xs.npy"))); status != 1 {
		t.Errorf("no bytes: status %d\n%s", status, errs)
	}
	xs[20] = 1 << 40
	if wide, err = data.Of("xs.npy", types.Seq(types.Int)).Write("xs.npy", xs, types.Seq(types.Int), value.Num{Int64: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "xs.npy"), wide, 0o666); err != nil {
		t.Fatal(err)
	}
	says := filepath.Join(dir, "xs.npy") + ": error[E0050]: a number is no int of 32 bits; -int=64 makes them wider\n"
	if _, errs, status := outcome(t, mpi(t, 3, p, "-arg", in, "-arg", filepath.Join(dir, "xs.npy"))); status != 2 || errs != says {
		t.Errorf("a wide int: status %d\n%s", status, errs)
	}
}

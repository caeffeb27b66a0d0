package examples_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/tools/data"
	"nessiec/tools/testcommand"
)

// file writes a value of type t in the format that the suffix of a name says.
func file(t *testing.T, name string, v value.Value, ty *types.Type) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	b, err := data.Of(name, ty).Write(name, v, ty, value.Num{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// entryForRanks compiles the function main of a text for ranks of a target, with a type and a grain.
func entryForRanks(t *testing.T, target, src, typ string, grain int) string {
	t.Helper()
	needMPI(t)
	dir := t.TempDir()
	file, out := filepath.Join(dir, "main.nesl"), filepath.Join(dir, "program")
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, testcommand.Nessiec(t), "", "-target="+target, "-ranks", fmt.Sprintf("-grain=%d", grain), "-entry=main : "+typ, "-build", "-o", out, file)
	return out
}

// ragged is n rows of up to 2 * mean elements, some of them empty.
func ragged(n, mean int) (rows value.Values, elements int) {
	for i := range n {
		row := make(value.Floats, i*7919%(2*mean+1))
		for j := range row {
			row[j] = float64(i+j) / 3
		}
		rows, elements = append(rows, row), elements+len(row)
	}
	return rows, elements
}

var floatRows = types.Seq(types.Seq(types.Float))

// Each rank reads its part of a ragged input and writes its part of the results, and no array
// that is large goes everywhere on the way.
func TestRanksFiles(t *testing.T) {
	const src = "function main(rows) = let sums = {sum(r) : r in rows} in (sums, {{x / (s + 1.0) : x in r} : r in rows; s in sums});\n"
	for _, c := range []struct{ rows, mean, grain int }{{40, 3, 4}, {20000, 100, 4096}} {
		p := entryForRanks(t, targetOf(t, 1), src, "[[float]] -> ([float], [[float]])", c.grain)
		rows, n := ragged(c.rows, c.mean)
		in, out := file(t, "rows.nesldata", rows, floatRows), filepath.Join(t.TempDir(), "out.nesldata")
		var want []byte
		for ranks := 1; ranks <= 4; ranks++ {
			_, stats, status := outcome(t, mpi(t, ranks, p, "-arg", in, "-output", out, "-stats"))
			got, err := os.ReadFile(out)
			if status != 0 || err != nil {
				t.Fatalf("%d ranks: status %d, %v\n%s", ranks, status, err, stats)
			}
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%d rows, %d ranks: another result", c.rows, ranks)
			}
			bytes := 8*n + 4*(c.rows+1)
			if part := number(t, stats, "input"); part > bytes*11/10/ranks+64 {
				t.Errorf("%d rows, %d ranks: one of them reads %d of %d bytes", c.rows, ranks, part, bytes)
			}
			if everywhere := number(t, stats, "everywhere-bytes"); everywhere > 1024 {
				t.Errorf("%d rows, %d ranks: arrays of %d bytes went everywhere", c.rows, ranks, everywhere)
			}
			if left, _ := filepath.Glob(out + ".*"); left != nil {
				t.Errorf("%v is left", left)
			}
		}
	}
}

// What is wrong in the part of one rank is the error of the program.
func TestRanksDamagedFile(t *testing.T) {
	p := entryForRanks(t, targetOf(t, 1), "function main(rows) = {sum(r) : r in rows};\n", "[[float]] -> [float]", 4)
	rows, _ := ragged(40, 3)
	in := file(t, "rows.nesldata", rows, floatRows)
	b, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	const table = 64 // of arrays: the second one is the offsets of rows
	offsets := binary.LittleEndian.Uint64(b[table+16+8:])
	binary.LittleEndian.PutUint32(b[offsets+4*39:], 1)
	if err := os.WriteFile(in, b, 0o666); err != nil {
		t.Fatal(err)
	}
	for ranks := 1; ranks <= 4; ranks++ {
		out, errs, status := outcome(t, mpi(t, ranks, p, "-arg", in))
		if out != "" || errs != in+": error[E0050]: offsets are out of order\n" || status != 2 {
			t.Errorf("%d ranks: status %d\n%s%s", ranks, status, out, errs)
		}
	}
}

// Arrays of NumPy are read and written as they are, and what is wrong with them is told.
func TestRanksNumPy(t *testing.T) {
	p := entryForRanks(t, targetOf(t, 0), "function main(xs, m) = let k = sum({sum(r) : r in m}) in {x + float(k) : x in xs};\n", "([float], [[int]]) -> [float]", 4)
	xs, m := make(value.Floats, 50), make(value.Values, 10)
	for i := range xs {
		xs[i] = float64(i) / 3
	}
	for i := range m {
		m[i] = value.Ints{int64(i), 1, 2}
	}
	floats, rows := file(t, "xs.npy", xs, types.Seq(types.Float)), file(t, "m.npy", m, types.Seq(types.Seq(types.Int)))
	for i := range xs {
		xs[i] += 75
	}
	want, err := os.ReadFile(file(t, "want.npy", xs, types.Seq(types.Float)))
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out.npy")
	for ranks := 1; ranks <= 4; ranks++ {
		_, errs, status := outcome(t, mpi(t, ranks, p, "-arg", floats, "-arg", rows, "-output", out))
		got, err := os.ReadFile(out)
		if status != 0 || err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d ranks: status %d, %v\n%s\n%q\nwant\n%q", ranks, status, err, errs, got, want)
		}
	}
	change := func(from, to string) string {
		b, err := os.ReadFile(floats)
		if err != nil || bytes.Count(b, []byte(from)) != 1 || len(from) != len(to) {
			t.Fatal(err, from, to)
		}
		changed := filepath.Join(t.TempDir(), "changed.npy")
		if err := os.WriteFile(changed, bytes.Replace(b, []byte(from), []byte(to), 1), 0o666); err != nil {
			t.Fatal(err)
		}
		return changed
	}
	for _, c := range []struct{ file, args, says string }{
		{change("<f8", "<c8"), rows, "the array has another type"},
		{change("<f8", ">f8"), rows, "the bytes of elements are in the other order"},
		{change("(50,)", "(51,)"), rows, "the file is cut off"},
		{change("(50,)", "(x0,)"), rows, "the shape is not understood"},
		{change("descr", "DESCR"), rows, "this is no array of numbers, bools or bytes"},
		{change("NUMPY\x01", "NUMPY\x04"), rows, "the header is cut off, or of a newer version of .npy"},
		{rows, floats, "the array has another type"},
	} {
		if out, errs, status := outcome(t, mpi(t, 2, p, "-arg", c.file, "-arg", c.args)); out != "" || errs != c.file+": error[E0050]: "+c.says+"\n" || status != 2 {
			t.Errorf("%s: status %d\n%s%s", c.says, status, out, errs)
		}
	}
}

// Of a long result no more is sent than what is printed.
func TestRanksPrinted(t *testing.T) {
	p := sourceForRanks(t, testcommand.Nessiec(t), targetOf(t, 0), "long.nesl", "function long(n) = {float(i) / 3.0 : i in [0:n]};\nlong(5000);\n{e in long(5000) | e > 20.0};\n")
	want, _, status := outcome(t, mpi(t, 1, p))
	if status != 0 || !strings.Contains(want, "...") {
		t.Fatalf("status %d\n%s", status, want)
	}
	for ranks := 2; ranks <= 4; ranks++ {
		got, stats, status := outcome(t, mpi(t, ranks, p, "-stats"))
		if got != want || status != 0 {
			t.Errorf("%d ranks: status %d\n%s%swant\n%s", ranks, status, got, stats, want)
		}
		if everywhere := number(t, stats, "everywhere-bytes"); everywhere > 1024 {
			t.Errorf("%d ranks: arrays of %d bytes went everywhere", ranks, everywhere)
		}
	}
}

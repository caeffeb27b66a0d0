package data

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Files say what their columns are called, and elements what their types are.
func TestGuess(t *testing.T) {
	v, ty := typed(t, "[<[char] <int float>>]", `[("a", 1, 0.5), ("b", 2, 1.0)]`, double)
	for _, c := range []struct{ file, text, names, typ string }{
		{"f.csv", "item, in stock,price,new\nbolt,100,0.05,t\n\"nut, large\",2,3,f\n", "item|in stock|price|new", "[([char], int, float, bool)]"},
		{"f.tsv", "x\ty\n1\t2\n", "x|y", "[(int, int)]"},
		{"f.csv", "x\n4000000000\n", "x", "[float]"},
		{"f.json", `[{"b": [1, 2], "a": "text"}, {"a": "", "b": []}]`, "b|a", "[([int], [char])]"},
		{"f.ndjson", "{\"x\": {\"y\": 1}, \"z\": 1.5}\n{\"z\": 2, \"x\": {\"y\": 1}}\n", "f.ndjson:1:7: error", ""},
		{"f.ndjson", "{\"x\": true}\n", "x", "[bool]"},
		{"f.csv", "1,2\n3,4\n", "f.csv: error[E0050]: column 1, row 1, the first line is no header, as it has \"1\"", ""},
		{"f.csv", "", "f.csv: error[E0050]: the file is empty: there is no header to choose columns from", ""},
		{"f.json", "[1, 2]", "expected objects with names", ""},
		{"f.arrow", "no arrow", "f.arrow: error", ""},
		{"f.npz", "no zip", "f.npz: error", ""},
		{"f.json", "[{}]", "f.json: error[E0050]: the file has no columns", ""},
		{"f.arrow", written(t, &arrowFormat, v, ty), "c0|c1|c2", "[([char], int, float)]"},
	} {
		guess, names, err := Of(c.file, ty).Guess(c.file, []byte(c.text), double, nil)
		if err != nil {
			if c.typ != "" || !strings.Contains(err.Error(), c.names) {
				t.Errorf("%s %q: %v", c.file, c.text, err)
			}
			continue
		}
		if got := strings.Join(names, "|"); got != c.names {
			t.Errorf("%s %q has the columns %s", c.file, c.text, got)
		}
		if got := value.TypeText(guess); got != c.typ {
			t.Errorf("%s %q is %s, not %s", c.file, c.text, got, c.typ)
		}
	}
}

// The reader of Parquet is a command that gets the file and names of columns, and gives
// Arrow, or says what is wrong.
func TestParquet(t *testing.T) {
	v, ty := typed(t, "[<int float>]", "[(1, 0.5), (2, 1.0)]", double)
	dir := t.TempDir()
	script := "#!/bin/sh\ncat > " + dir + "/given\necho \"$@\" > " + dir + "/names\n[ \"$1\" = none ] && { echo column none, there is none >&2; exit 2; }\n" +
		"[ \"$1\" = panics ] && { printf 'panic: index out of range\\n\\ngoroutine 7 [running]:\\n' >&2; exit 2; }\ncat " + dir + "/arrow\n"
	for name, text := range map[string]string{"nessiec-parquet": script, "arrow": written(t, &arrowFormat, v, ty)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	if _, err := parquetFormat.Read("f.parquet", []byte("file"), ty, double); err == nil || !strings.Contains(err.Error(), "make parquet builds it") {
		t.Errorf("without the command: %v", err)
	}
	t.Setenv("PATH", dir+":"+path)
	got, err := parquetFormat.ReadColumns("f.parquet", []byte("file"), ty, double, []string{"c0", "c1"})
	if err != nil || value.Diff(got, v, 0) != "" {
		t.Errorf("read %v, %v", got, err)
	}
	for file, want := range map[string]string{"given": "file", "names": "c0 c1\n"} {
		if b, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(b) != want {
			t.Errorf("%s is %q, %v", file, b, err)
		}
	}
	if names, err := parquetFormat.names([]byte("file")); err != nil || !slices.Equal(names, []string{"c0", "c1"}) {
		t.Errorf("columns %q, %v", names, err)
	}
	if _, err := parquetFormat.ReadColumns("f.parquet", nil, ty, double, []string{"none", "c1"}); err == nil || err.Error() != "f.parquet: error[E0050]: column none, there is none" {
		t.Errorf("a column that is not there: %v", err)
	}
	// The library panics in goroutines of its own, where nothing can recover: a trace of its stack was the error.
	want := "f.parquet: error[E0050]: the file is damaged: nessiec-parquet ends with panic: index out of range"
	if _, err := parquetFormat.ReadColumns("f.parquet", nil, ty, double, []string{"panics", "c1"}); err == nil || err.Error() != want {
		t.Errorf("a command that panics: %v", err)
	}
}

func written(t *testing.T, f *Format, v value.Value, ty *types.Type) string {
	t.Helper()
	b, err := f.Write("f", v, ty, double)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

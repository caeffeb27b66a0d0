package data

import (
	"slices"
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A list of columns is read as a line of a table is.
func TestParseColumns(t *testing.T) {
	for list, want := range map[string][]string{
		"a": {"a"}, "a,b c": {"a", "b c"}, `a, "b, ""c"""`: {"a", `b, "c"`},
	} {
		if got, err := ParseColumns(list); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q %v", list, got, err)
		}
	}
	for list, want := range map[string]string{
		"":     `"" is no list of columns, as item,"unit price"`,
		"a,":   `column 2 of the list "a," has no name`,
		"a,a":  `the list "a,a" has the column a twice`,
		`"a`:   `"\"a" is no list of columns, as item,"unit price"`,
		"a\nb": `"a\nb" is no list of columns, as item,"unit price"`,
	} {
		if got, err := ParseColumns(list); err == nil || err.Error() != want {
			t.Errorf("%q: %q %v\nwant %s", list, got, err, want)
		}
	}
}

// tables is files with the columns a, b c and d, of two rows.
func tables(t *testing.T) map[string]string {
	t.Helper()
	rows, rowType := typed(t, "[<int <[char] float>>]", `[(1, "x", 0.5), (2, "y", 1.5)]`, double)
	arrow, err := arrowFormat.Write("f", rows, rowType, double)
	if err != nil {
		t.Fatal(err)
	}
	arrays, arrayType := typed(t, "<[int] <[[int]] [float]>>", `([1, 2], [[7, 8]], [0.5, 1.5])`, double)
	zipped, err := npz.Write("f", arrays, arrayType, double)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"arrow": string(arrow), "npz": string(zipped),
		"csv":    "a ,\"b c\",d\n1,x,0.5\n2,y,1.5\n",
		"tsv":    "a\tb c\td\n1\tx\t0.5\n2\ty\t1.5\n",
		"json":   `[{"a": 1, "b c": "x", "d": 0.5, "e": [{}]}, {"d": 1.5, "a": 2, "b c": "y"}]`,
		"ndjson": "{\"a\": 1, \"b c\": \"x\", \"d\": 0.5}\n{\"d\": 1.5, \"e\": null, \"a\": 2, \"b c\": \"y\"}\n"}
}

// Columns are found by their names, in the order that is asked for.
func TestColumns(t *testing.T) {
	files := tables(t)
	for _, c := range []struct{ format, names, typ, want string }{
		{"csv", "d,b c", "[<float [char]>]", `[(0.5, "x"), (1.5, "y")]`},
		{"csv", "a", "[int]", "[1, 2]"},
		{"csv", "d,a", "[[float]]", "[[0.5, 1.0], [1.5, 2.0]]"},
		{"tsv", "b c,d,a", "[<[char] <float int>>]", `[("x", 0.5, 1), ("y", 1.5, 2)]`},
		{"json", "d,a", "[<float int>]", "[(0.5, 1), (1.5, 2)]"},
		{"json", "b c", "[[char]]", `["x", "y"]`},
		{"ndjson", "b c,a", "[<[char] int>]", `[("x", 1), ("y", 2)]`},
		{"arrow", "c2,c0", "[<float int>]", "[(0.5, 1), (1.5, 2)]"},
		{"arrow", "c1", "[[char]]", `["x", "y"]`},
		{"npz", "arr_2,arr_0", "<[float] [int]>", "([0.5, 1.5], [1, 2])"},
		{"npz", "arr_1", "[[int]]", "[[7, 8]]"},
	} {
		want, ty := typed(t, c.typ, c.want, double)
		got, err := chooseIn(t, c.format, files[c.format], c.names, ty)
		if err != nil || value.Diff(got, want, 0) != "" {
			t.Errorf("%s %s: %v %v", c.format, c.names, got, err)
		}
	}
	for _, c := range []struct{ file, names, typ, want string }{
		{`{"n": 3, "rows": [1, 2], "name": "x"}`, "rows", "[int]", "[1, 2]"},
		{`{"n": 3, "rows": [1, 2], "name": "x"}`, "rows,n", "<[int] int>", "([1, 2], 3)"},
	} {
		want, ty := typed(t, c.typ, c.want, double)
		got, err := chooseIn(t, "json", c.file, c.names, ty)
		if err != nil || value.Diff(got, want, 0) != "" {
			t.Errorf("%s: %v %v", c.names, got, err)
		}
	}
}

func chooseIn(t *testing.T, format, file, names string, ty *types.Type) (value.Value, error) {
	t.Helper()
	list, err := ParseColumns(names)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Named(format)
	if err != nil {
		t.Fatal(err)
	}
	return f.ReadColumns("f", []byte(file), ty, double, list)
}

// What cannot be chosen is one error that says what there is.
func TestColumnMistakes(t *testing.T) {
	files := tables(t)
	for _, c := range []struct{ format, file, names, typ, at, want string }{
		{"csv", "price,item\n1,2\n", "prise", "[int]", "", "column prise, there is no such column (did you mean price?); there are price, item"},
		{"csv", "a,b,a\n1,2,3\n", "a", "[int]", "", "column a, the name is not unique: columns 1 and 3 have it"},
		{"csv", "a,b,a\n1,2,3\n", "b", "[bool]", "", `column b, row 2, expected bool, found "2"`},
		{"csv", "bolt,3\nnut,4\n", "item,n", "[<[char] int>]", "", "row 1, there is no header to choose item, n from: the first line is bolt, 3"},
		{"csv", "", "a", "[int]", "", "the file is empty: there is no header to choose columns from"},
		{"csv", "\"a\n", "a", "[int]", "", "row 1, extraneous or missing \" in quoted-field"},
		{"csv", "a,b\n1\n", "a", "[int]", "", "row 2, the header has 2 columns, this row has 1"},
		{"csv", "a,b\n1,2\n", "a,b", "[int]", "", "expected 1 column for int, chosen are 2"},
		{"json", `[{"a": 1}, {"b": 2}]`, "a", "[int]", ":1:19", "column a, there is no such column; there are b"},
		{"json", `[{"a": 1, "a": 2}]`, "a", "[int]", ":1:11", `column a, the object has the member "a" twice`},
		{"json", `[{}]`, "a", "[int]", ":1:3", "column a, there is no such column; there are none"},
		{"json", `[{"a": 1}]`, "a,b", "[int]", ":1:2", "expected 1 column for int, chosen are 2"},
		{"ndjson", "{\"a\": 1}\n{\"a\": true}\n", "a", "[int]", ":2:7", "column a, expected int, found true"},
		{"ndjson", "[1, 2]\n", "a", "[int]", ":1:1", "expected an object with a, found a list"},
		{"arrow", files["arrow"], "c7", "[int]", "", "column c7, there is no such column (did you mean c0?); there are c0, c1, c2"},
		{"arrow", files["arrow"], "c0,c1", "[int]", "", "expected int, found tuples of 2"},
		{"npz", files["npz"], "x", "[int]", "", "column x, there is no such column; there are arr_0, arr_1, arr_2"},
		{"npz", files["npz"], "arr_0,arr_2", "<[int] [int]>", "", "column arr_2, expected int, found floats"},
		{"npy", "", "x", "[int]", "", "npy files have no columns with names; .npz, .csv, .tsv, .json, .ndjson, .jsonl, .arrow, .feather, .parquet have"},
	} {
		ty, err := types.Parse(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		want := "f" + c.at + ": error[E0050]: " + c.want
		if v, err := chooseIn(t, c.format, c.file, c.names, ty); err == nil || err.Error() != want {
			t.Errorf("%s %.40q %s: %v\ngot  %v\nwant %s", c.format, c.file, c.names, v, err, want)
		}
	}
}

// A table with a header and no rows is empty.
func TestColumnsOfNothing(t *testing.T) {
	want, ty := typed(t, "[<int int>]", "[]", double)
	for format, file := range map[string]string{"csv": "a,b\n", "json": "[]", "ndjson": ""} {
		if got, err := chooseIn(t, format, file, "b,a", ty); err != nil || value.Diff(got, want, 0) != "" {
			t.Errorf("%s: %v %v", format, got, err)
		}
	}
}

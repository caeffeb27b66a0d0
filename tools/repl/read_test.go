package repl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Variables are read from files, with the types that their columns have, and used like
// others; what is wrong changes nothing.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "stock.csv")
	if err := os.WriteFile(file, []byte("price,\"in stock\",item\n0.5,100,bolt\n0.25,250,nut\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"wasm", "ref"} {
		for _, c := range []struct {
			inputs string
			want   string
		}{
			{":read stock = FILE || {item : (price, n, item) in stock | n > 150} || show_code stock",
				"stock = [(0.5, 100, \"bolt\"), (0.25, 250, \"nut\")] : [(float, int, [char])]\ncolumns price, in stock, item\nit = [\"nut\"] : [[char]]\n:read stock = FILE\n"},
			{"p = 1 || :read p = FILE:price || sum(p) || :read p = FILE:in stock,price; || #p",
				"p = 1 : int\np = [0.5, 0.25] : [float]\ncolumns price\nit = 0.75 : float\np = [(100, 0.5), (250, 0.25)] : [(int, float)]\ncolumns in stock, price\nit = 2 : int\n"},
			{"x = 1 || :read x = FILE:prise || :read x = nofile.csv || :read x = name.txt || :read x || :read = FILE || x",
				"x = 1 : int\nFILE: error[E0050]: column prise, there is no such column (did you mean price?); there are price, in stock, item\n" +
					"open nofile.csv: no such file or directory\nopen name.txt: no such file or directory\n" +
					strings.Repeat("expected a name and a file, as :read stock = stock.csv, or columns of it, as :read stock = stock.csv:item,price\n", 2) + "it = 1 : int\n"},
		} {
			out := enter(t, target, strings.Split(strings.ReplaceAll(c.inputs, "FILE", file), " || ")...)
			if out = strings.ReplaceAll(out, file, "FILE"); out != c.want {
				t.Errorf("%s on %s prints\n%s\nnot\n%s", c.inputs, target, out, c.want)
			}
		}
	}
	// The message showed a definition that nobody wrote.
	if out := enter(t, "wasm", ":read t = "+file); out != "no variable can have the name t\n" {
		t.Errorf("the name of a constant gives\n%s", out)
	}
	// A semicolon behind the name was a panic.
	if out := enter(t, "wasm", ":read x; = "+file); !strings.Contains(out, "E0120") || strings.Contains(out, "columns") {
		t.Errorf("a name and a semicolon give\n%s", out)
	}
	if out := enter(t, "wasm", ":read name = "+file, ":read 1x = "+file); !strings.Contains(out, "E0117") || strings.Contains(out, "columns") {
		t.Errorf("names that are none give\n%s", out)
	}
}

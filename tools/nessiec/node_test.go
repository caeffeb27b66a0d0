package main

// Modules that are written run elsewhere: called from JavaScript, by Node.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestNode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	for _, c := range []struct {
		src, entry string
		args       []string
		want       string
	}{
		{"function dot(a, b) = sum({x * y : x in a; y in b});", "dot : ([float], [float]) -> float", []string{"[1, 2, 3]", "[0.5, 1, 2]"}, "8.5"},
		{"function rows(xss, k) = {sum(xs) * k : xs in xss};", "rows : ([[int]], int) -> [int]", []string{"[0, 2, 2, 3]", "[1, 2, 5]", "3"}, "[9,0,15]"},
		{"function split(xs) = ({x : x in xs | x > 0.0}, #xs, any({x == 0.0 : x in xs}));", "split : [float] -> ([float], int, bool)",
			[]string{"[1, -2, 0.25, 0]"}, "[1,0.25]\n4\ntrue"},
		{"function shout(s) = s ++ \"!\";", "shout : [char] -> [char]", []string{`"ab"`}, "[97,98,33]"},
		{"function curve(x) = exp(x - 1.0) + ln(x) + sin(x);", "curve : float -> float", []string{"1"}, "1.8414709848078965"},
		{"function quicksort(a) = if #a < 2 then a else let p = a[#a / 2]; r = {quicksort(v) : v in [{e in a | e < p}, {e in a | e > p}]} in r[0] ++ {e in a | e == p} ++ r[1];",
			"quicksort : [int] -> [int]", []string{"[3, 1, 4, 1, 5, 9, 2, 6]"}, "[1,1,2,3,4,5,6,9]"},
		{"function pick(a, i) = a[i];\nfunction last(a) = pick(a, #a);", "last : [int] -> int", []string{"[1, 2]"},
			"runtime: Sequence reference (a[i]) out of bounds. FILE:1:24 FILE:2:20 -entry:1:10"},
		{"prices = [(1, 2.5), (3, 10.0)];\ntable = {[float(a), b] : (a, b) in prices};\nunit = sum({sum(r) : r in table});\n" +
			"function cost(amounts, k) = ({unit * float(a) + table[rem(a, 2)][1] : a in amounts}, k + #prices);", "cost : ([int], int) -> ([float], int)",
			[]string{"[0, 1, 2]", "1"}, "[2.5,26.5,35.5]\n3"},
		{"function say(s) = let x = print_string(s) in if x then error(\"no\" ++ s) else f;", "say : [char] -> bool", []string{`"hi"`}, "hiuser: nohi "},
	} {
		dir := t.TempDir()
		file, module := filepath.Join(dir, "a.nesl"), filepath.Join(dir, "a.wasm")
		if err := os.WriteFile(file, []byte(c.src+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, width := range []string{"-int=32", "-int=64", "-O2"} {
			if status, _, errs := outcomeOf("", "-target=wasm", width, "-entry="+c.entry, "-o", module, file); status != statusGood {
				t.Fatalf("%s: %s", c.entry, errs)
			}
			out, err := exec.Command("node", append([]string{"../../backends/wasm/js/call.mjs", module}, c.args...)...).CombinedOutput()
			if got := strings.ReplaceAll(strings.TrimSpace(string(out)), file, "FILE"); err != nil || got != strings.TrimSpace(c.want) {
				t.Errorf("%s %s: %v\n%s\nwant\n%s", width, c.entry, err, got, c.want)
			}
		}
	}
}

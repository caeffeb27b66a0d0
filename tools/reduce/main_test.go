package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nessiec/passes"
	"nessiec/tools/fuzz/oracle"
)

const good = `;; nkl.structural
;; options -int=64 -O0
(func main () () int (prim @0:1:1 add (1 2)))
(action eval it int int main () it 0)
`

func TestStatus(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]int{good: 1, "no dump": 2} {
		name := filepath.Join(dir, "a.dump")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := reduce(name, "", time.Second); got != want {
			t.Errorf("status %d for\n%s", got, text)
		}
	}
	if got := reduce(filepath.Join(dir, "none.dump"), "", 0); got != 2 {
		t.Errorf("status %d for a file that does not exist", got)
	}
}

// Findings are numbered cases of the guilty pass.
func TestGolden(t *testing.T) {
	t.Chdir(t.TempDir())
	c, err := oracle.ReadCase(passes.Table(), good)
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"one", "two"} {
		if err := writeGolden(c, &oracle.Failure{Pass: "thread-random"}, what); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("passes/testdata/thread-random/fuzz-002.txtar")
	if err != nil || !strings.HasPrefix(string(got), "two\n-- options --\n-int=64 ") || !strings.Contains(string(got), "-- in --\n(func main () () int (prim @0:1:1 add (1 2)))\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

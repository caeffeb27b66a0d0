package main

// Entering the pipeline again at every level gives the same output and the
// same generated source: at half of the levels on a day.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/tools/halves"
)

// nessiec runs the command in process.
func nessiec(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(args, strings.NewReader(""), &out, &errs); status != statusGood {
		t.Fatalf("nessiec %s: status %d\n%.1000s", strings.Join(args, " "), status, errs.String())
	}
	return out.String()
}

func TestReenter(t *testing.T) {
	for _, example := range []string{"quicksort.nesl", "spmv.nesl", "tree.nesl", "integrate.nesl", "expression.nesl", "vcode/matvec.vcode"} {
		t.Run(example, func(t *testing.T) { reenter(t, filepath.Join("..", "..", "examples", example)) })
	}
}

func reenter(t *testing.T, file string) {
	dir := t.TempDir()
	source, again := filepath.Join(dir, "a.c"), filepath.Join(dir, "b.c")
	nessiec(t, "-target=opencl", "-dump=all", "-dump-dir="+dir, "-o", source, file)
	want, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	output := nessiec(t, file)
	dumps, _ := filepath.Glob(filepath.Join(dir, "*.dump"))
	if len(dumps) < 30 {
		t.Fatalf("%d dumps", len(dumps))
	}
	tested := halves.Tested(t)
	for i, d := range dumps {
		if !tested(i) {
			continue
		}
		text, err := os.ReadFile(d)
		if err != nil {
			t.Fatal(err)
		}
		if head := string(text); !strings.HasPrefix(head, ";; nesl.") && !strings.HasPrefix(head, ";; harlan.") { // the surface cannot be executed
			if got := nessiec(t, "-from="+d); got != output {
				t.Errorf("%s executes to\n%swant\n%s", filepath.Base(d), got, output)
			}
		}
		nessiec(t, "-from="+d, "-target=opencl", "-o", again)
		if got, err := os.ReadFile(again); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s gives other source (%v)", filepath.Base(d), err)
		}
	}
}

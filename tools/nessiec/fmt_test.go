package main

import (
	"os"
	"strings"
	"testing"
)

// Files in the style stay as they are; others are printed, listed, compared or written,
// and those with mistakes are left alone.
func TestFormat(t *testing.T) {
	t.Chdir(files(t, map[string]string{"good.nesl": "x = 1;\n", "ugly.nesl": "x=1  ;\n", "bad.nesl": "x = ;\n"}))
	for _, c := range []struct {
		args, out, errors string
		status            int
	}{
		{"good.nesl", "x = 1;\n", "", 0},
		{"ugly.nesl", "x = 1;\n", "", 0},
		{"-l good.nesl ugly.nesl", "ugly.nesl\n", "", 0},
		{"-d good.nesl ugly.nesl", "--- ugly.nesl\n+++ ugly.nesl (formatted)\n@@ -1,2 +1,2 @@\n-x=1  ;\n+x = 1;\n \n", "", 0},
		{"-l -d ugly.nesl", "", "-l and -d exclude each other", 2},
		{"-w bad.nesl ugly.nesl", "", "bad.nesl:1:5: error[", 2},
		{"-l ugly.nesl", "", "", 0},
		{"nofile.nesl", "", "nofile.nesl", 2},
	} {
		out, errors, status := invoke(append([]string{"fmt"}, strings.Fields(c.args)...)...)
		if out != c.out || !strings.Contains(errors, c.errors) || status != c.status || c.errors == "" && errors != "" {
			t.Errorf("fmt %s: status %d\n%q\n%s", c.args, status, out, errors)
		}
	}
	for name, want := range map[string]string{"ugly.nesl": "x = 1;\n", "bad.nesl": "x = ;\n"} {
		if b, err := os.ReadFile(name); err != nil || string(b) != want {
			t.Errorf("%s is %q, %v", name, b, err)
		}
	}
}

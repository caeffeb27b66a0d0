package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const root = "../../.."

// TestSame: the programs in C print what the examples do, as it is recorded.
func TestSame(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip(err)
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join(root, "tools", "conformance", "harlan", "testdata", "examples", r.name+".out"))
			if err != nil {
				t.Fatal(err)
			}
			exe := filepath.Join(t.TempDir(), r.name)
			if out, err := exec.Command("gcc", "-O1", "-Wall", "-Werror", "-fwrapv", "-o", exe, filepath.Join("c", r.name+".c"), "-lm").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			out, err := exec.Command(exe).Output()
			if err != nil {
				t.Fatal(err)
			}
			if !endsIn(string(want), string(out)) {
				t.Errorf("C prints\n%sthe example\n%s", out, want)
			}
		})
	}
}

// TestEndsIn: other numbers, and more or fewer of them, are found; rounding is not.
func TestEndsIn(t *testing.T) {
	for _, c := range []struct {
		text, end string
		same      bool
	}{
		{"1\n[2 3]\n", "[2 3]\n", true},
		{"1\n[2 3]\n", "[2 4]\n", false},
		{"[2 3]\n", "1\n[2 3]\n", false},
		{"[2 3]\n", "", false},
		{"(P 0.1234567891 1)", "(P 0.1234567892 1)", true},
		{"(P 0.1234 1)", "(P 0.1235 1)", false},
		{"1000000000", "1000000001", false},
		{"ab", "ac", false},
	} {
		if endsIn(c.text, c.end) != c.same {
			t.Errorf("%q ends in %q: %t", c.text, c.end, !c.same)
		}
	}
}

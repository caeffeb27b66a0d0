// Text to tree and text to messages, from testdata. A file holds cases:
//
//	== what the case shows
//	source
//	--
//	expected
//
// NESSIEC_UPDATE=1 go test rewrites what is expected.

package nesl

import (
	"os"
	"strings"
	"testing"

	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// testCase is one case of a golden file.
type testCase struct{ name, in, want string }

// readCases reads the cases of a golden file.
func readCases(t testing.TB, path string) []testCase {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	for _, block := range strings.Split("\n"+string(data), "\n== ")[1:] {
		name, rest, _ := strings.Cut(block, "\n")
		in, want, ok := strings.Cut(rest+"\n", "\n--\n")
		if !ok {
			t.Fatalf("%s: case %q has no --", path, name)
		}
		cases = append(cases, testCase{name, in, strings.TrimSpace(want) + "\n"})
	}
	return cases
}

// golden runs f on every case of a file and compares.
func golden(t *testing.T, path string, f func(t *testing.T, in string) string) {
	cases := readCases(t, path)
	var b strings.Builder
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := strings.TrimSpace(f(t, c.in)) + "\n"
			b.WriteString("== " + c.name + "\n" + c.in + "\n--\n" + got + "\n")
			if got != c.want && os.Getenv("NESSIEC_UPDATE") == "" {
				t.Errorf("%s\ngot\n%s\nwant\n%s", c.in, got, c.want)
			}
		})
	}
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(strings.TrimSpace(b.String())+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// parseText parses src and prints the diagnostics, if there are any.
func parseText(src string) (*nesl.Module, string) {
	var d diag.List
	m := Parse(0, src, &d)
	return m, d.String(diag.Files{{Name: "a.nesl", Source: src}})
}

// show prints the trees of a module without positions.
func show(m *nesl.Module) string {
	var b strings.Builder
	for _, f := range m.Forms {
		b.WriteString(nesl.Show(f) + "\n")
	}
	return b.String()
}

// roundTrip checks that the formatted module reads to the same trees, and that
// formatting that changes nothing.
func roundTrip(t *testing.T, m *nesl.Module) {
	t.Helper()
	text := nesl.Format(m)
	again, errs := parseText(text)
	if errs != "" {
		t.Fatalf("formatted text is rejected:\n%s\n%s\ntree\n%s", text, errs, show(m))
	}
	if a, b := show(m), show(again); a != b {
		t.Fatalf("formatted text reads differently:\n%s\nwas\n%s\nis\n%s", text, a, b)
	}
	if text2 := nesl.Format(again); text2 != text {
		t.Fatalf("formatting twice differs:\n%s\n%s", text, text2)
	}
}

func TestForms(t *testing.T) {
	golden(t, "testdata/forms.txt", func(t *testing.T, in string) string {
		m, errs := parseText(in)
		if errs != "" {
			t.Fatalf("%s\n%s", in, errs)
		}
		roundTrip(t, m)
		if read, err := nesl.Parse(m.String()); err != nil || show(read) != show(m) {
			t.Fatalf("the text form of the tree does not read back: %v\n%s", err, m)
		}
		return show(m)
	})
}

func TestFormat(t *testing.T) {
	golden(t, "testdata/format.txt", func(t *testing.T, in string) string {
		m, errs := parseText(in)
		if errs != "" {
			t.Fatalf("%s\n%s", in, errs)
		}
		roundTrip(t, m)
		return nesl.Format(m)
	})
}

func TestMistakes(t *testing.T) {
	golden(t, "testdata/mistakes.txt", func(t *testing.T, in string) string {
		m, errs := parseText(in)
		if errs == "" {
			t.Errorf("accepted:\n%s", show(m))
		}
		return errs
	})
}

// TestCodesHaveCases keeps every syntax code alive: each must be reported by a
// case. E0126 has its own test in limits_test.go; E0129 is about comments, and not the
// parser's.
func TestCodesHaveCases(t *testing.T) {
	data, err := os.ReadFile("testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range diag.Codes() {
		if strings.HasPrefix(c.ID, "E01") && c.ID != "E0126" && c.ID != "E0129" && !strings.Contains(string(data), "error["+c.ID+"]") {
			t.Errorf("no case reports %s", c.ID)
		}
	}
}

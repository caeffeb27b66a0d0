package main

import (
	"bytes"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A fence is an example of a document: what is between two lines of ```.
type fence struct {
	line       int
	info, text string
}

func fences(t *testing.T, file, text string) (all []fence) {
	t.Helper()
	inside := false
	for i, line := range strings.Split(text, "\n") {
		info, mark := strings.CutPrefix(line, "```")
		switch {
		case mark && inside && info != "":
			t.Fatalf("%s:%d: a fence inside a fence", file, i+1)
		case mark && !inside:
			all = append(all, fence{line: i + 1, info: info})
			inside = true
		case mark:
			inside = false
		case inside:
			all[len(all)-1].text += line + "\n"
		}
	}
	if inside {
		t.Fatalf("%s: the last fence is open", file)
	}
	return all
}

// Every example of the guide, of the cookbook and of the pages for users of other languages is executed. ```nesl NAME, or any other
// language with a name, is a file; the tests in its comments hold, and it is in the style
// of nessiec fmt. ```console is commands
// and all that they print. ```go is an example of package nessie. Pictures beside a page
// that its commands write are those that they write. NESSIEC_UPDATE=1 writes what commands
// print into pages, and the pictures.
func TestGuide(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", "docs"))
	if err != nil {
		t.Fatal(err)
	}
	tested, err := os.ReadFile(filepath.Join("..", "..", "nessie", "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for glob, least := range map[string]int{"guide/*.md": 11, "cookbook/*.md": 20, "from-*.md": 2} {
		pages, err := filepath.Glob(filepath.Join(root, glob))
		if err != nil || len(pages) < least {
			t.Fatalf("%d pages %s, %v", len(pages), glob, err)
		}
		for _, path := range pages {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), func(t *testing.T) {
				t.Chdir(t.TempDir())
				execute(t, path, string(b), string(tested))
				pictures(t, path, string(b))
			})
		}
	}
}

// execute executes the examples of a page in the current directory.
func execute(t *testing.T, path, page, tested string) {
	lines := strings.Split(page, "\n")
	before := 0 // lines that were added
	update := os.Getenv("NESSIEC_UPDATE") != ""
	replace := func(f fence, now string) {
		old, start := strings.Count(f.text, "\n"), f.line+before
		shown := strings.Split(strings.TrimSuffix(now, "\n"), "\n")
		lines = slices.Replace(lines, start, start+old, shown...)
		before += len(shown) - old
	}
	for _, f := range fences(t, path, page) {
		at := func(format string, args ...any) {
			t.Errorf("%s:%d: "+format, append([]any{path, f.line}, args...)...)
		}
		language, name, _ := strings.Cut(f.info, " ")
		switch {
		case language == "console":
			printed := console(t, f.text, at)
			if update {
				replace(f, printed)
			} else if printed != f.text {
				at("the commands print\n%s", printed)
			}
		case f.info == "go":
			shown(t, f.text, tested)
		case name == "" || strings.Contains(name, "/"):
			at("the example is no file and no command")
		default:
			if err := os.WriteFile(name, []byte(f.text), 0o666); err != nil {
				t.Fatal(err)
			}
			if language == "nesl" {
				if out, errors, status := invoke("test", name); status != 0 {
					at("%s%s", out, errors)
				}
				switch formatted, errors, status := invoke("fmt", name); {
				case status != 0:
					at("%s", errors)
				case formatted != f.text && update:
					replace(f, formatted)
				case formatted != f.text:
					at("nessiec fmt makes of it\n%s", formatted)
				}
			}
		}
	}
	if updated := strings.Join(lines, "\n"); updated != page {
		if err := os.WriteFile(path, []byte(updated), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// pictures compares the pictures of a page with those that its commands have written.
func pictures(t *testing.T, path, page string) {
	for _, m := range regexp.MustCompile(`!\[[^\]]+\]\(([^)]*)\)`).FindAllStringSubmatch(page, -1) {
		got, err := os.ReadFile(m[1])
		if os.IsNotExist(err) {
			continue // of something else; TestLinks looks whether it is there
		}
		kept := filepath.Join(filepath.Dir(path), m[1])
		if os.Getenv("NESSIEC_UPDATE") != "" {
			if err := os.WriteFile(kept, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(kept)
		if err != nil || !samePicture(got, want) {
			t.Errorf("%s: the picture %s is another one, %v", path, m[1], err)
		}
	}
}

// samePicture reports whether files show the same: pixels, or the text of an .svg file.
func samePicture(a, b []byte) bool {
	x, err := png.Decode(bytes.NewReader(a))
	if err != nil {
		return bytes.Equal(a, b)
	}
	y, err := png.Decode(bytes.NewReader(b))
	return err == nil && reflect.DeepEqual(x, y)
}

// console executes the lines that begin with $, and returns them with what they print.
func console(t *testing.T, text string, at func(format string, args ...any)) string {
	var all strings.Builder
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		line, _, _ := strings.Cut(part, "\n")
		got := strings.TrimRight(executeLine(t, line, at), "\n")
		all.WriteString("$ " + line + "\n")
		if got != "" {
			all.WriteString(got + "\n")
		}
	}
	return all.String()
}

// executeLine is what a line of a console prints.
func executeLine(t *testing.T, line string, at func(format string, args ...any)) string {
	args := shellWords(line)
	switch {
	case len(args) > 1 && args[0] == "cat":
		b, err := os.ReadFile(args[1])
		if err != nil {
			at("%v", err)
		}
		return string(b)
	case len(args) > 2 && args[0] == "nessiec" && args[len(args)-2] == "<":
		b, err := os.ReadFile(args[len(args)-1])
		if err != nil {
			at("%v", err)
		}
		out, errors, _ := invokeOn(string(b), args[1:len(args)-2]...)
		return out + errors
	case len(args) > 0 && args[0] == "nessiec":
		if to := slices.Index(args, ">"); to > 0 && to+1 < len(args) {
			out, errors, _ := invoke(args[1:to]...)
			if err := os.WriteFile(args[to+1], []byte(out), 0o666); err != nil {
				at("%v", err)
			}
			return errors
		}
		out, errors, status := invoke(args[1:]...)
		if status == statusEnvironment {
			t.Skipf("%.500s", errors)
		}
		return out + errors
	case len(args) > 0 && slices.Contains([]string{"ls", "cc", "node", "python3", "./use"}, args[0]) || len(args) > 1 && args[1] == "python3":
		if i := slices.Index(args, "python3"); i >= 0 {
			args[i] = python(t)
		}
		cmd := exec.Command("env", args...)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		if err != nil {
			at("%s: %v", line, err)
		}
		return string(out)
	}
	at("unknown command %s", line)
	return ""
}

// shellWords is the words of a command; quotes keep blanks.
func shellWords(line string) (out []string) {
	var word strings.Builder
	var quote rune
	started := false
	for _, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, started = r, true
		case quote == 0 && r == ' ':
			if started {
				out = append(out, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteRune(r)
			started = true
		}
	}
	return out
}

// shown checks that an example in Go is a part of one that its package tests.
func shown(t *testing.T, text, tested string) {
	t.Helper()
	plain := func(s string) string { return regexp.MustCompile(`(?m)^\s+`).ReplaceAllString(s, "") }
	if !strings.Contains(plain(tested), plain(text)) {
		t.Errorf("nessie/example_test.go has no such example:\n%s", text)
	}
}

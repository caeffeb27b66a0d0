package main

import (
	"os"
	"os/exec"
	"path/filepath"
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

// Every example of the guide is executed. ```nesl NAME, or any other language with a
// name, is a file; the tests in its comments hold. ```console is commands and all that
// they print. ```go is an example of package nessie.
func TestGuide(t *testing.T) {
	chapters, err := filepath.Glob(filepath.Join("..", "..", "docs", "guide", "*.md"))
	if err != nil || len(chapters) == 0 {
		t.Fatal("no chapters")
	}
	tested, err := os.ReadFile(filepath.Join("..", "..", "nessie", "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range chapters {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, f := range fences(t, path, string(b)) {
				at := func(format string, args ...any) {
					t.Errorf("%s:%d: "+format, append([]any{path, f.line}, args...)...)
				}
				language, name, _ := strings.Cut(f.info, " ")
				switch {
				case language == "console":
					console(t, f.text, at)
				case f.info == "go":
					shown(t, f.text, string(tested))
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
					}
				}
			}
		})
	}
}

// console executes the lines that begin with $ and compares what they print with the
// lines that follow.
func console(t *testing.T, text string, at func(format string, args ...any)) {
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		line, want, _ := strings.Cut(part, "\n")
		args := shellWords(line)
		var got string
		switch {
		case len(args) > 1 && args[0] == "cat":
			b, err := os.ReadFile(args[1])
			if err != nil {
				at("%v", err)
			}
			got = string(b)
		case len(args) > 2 && args[0] == "nessiec" && args[len(args)-2] == "<":
			b, err := os.ReadFile(args[len(args)-1])
			if err != nil {
				at("%v", err)
			}
			out, errors, _ := invokeOn(string(b), args[1:len(args)-2]...)
			got = out + errors
		case len(args) > 0 && args[0] == "nessiec":
			to := slices.Index(args, ">")
			if to > 0 && to+1 < len(args) {
				out, errors, _ := invoke(args[1:to]...)
				if err := os.WriteFile(args[to+1], []byte(out), 0o666); err != nil {
					at("%v", err)
				}
				got = errors
				break
			}
			out, errors, status := invoke(args[1:]...)
			if status == statusEnvironment {
				t.Skipf("%.500s", errors)
			}
			got = out + errors
		case len(args) > 0 && slices.Contains([]string{"ls", "cc", "./use"}, args[0]) || len(args) > 1 && args[1] == "python3":
			if i := slices.Index(args, "python3"); i >= 0 {
				args[i] = python(t)
			}
			cmd := exec.Command("env", args...)
			cmd.Env = append(os.Environ(), "LC_ALL=C")
			out, err := cmd.CombinedOutput()
			if got = string(out); err != nil {
				at("%s: %v", line, err)
			}
		default:
			at("unknown command %s", line)
		}
		if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
			at("$ %s\nprints\n%s", line, got)
		}
	}
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

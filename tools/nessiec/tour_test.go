package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/passes"
)

// The stages of docs/tour.md are those that the compiler makes of its program:
//
//	```nesl FILE            the program
//	```console              commands and all that they print
//	```dump PASS NAMES      after a pass: the functions and kernels with these names, or all
//	```opencl KERNEL        a kernel in the generated text
//
// NESSIEC_UPDATE replaces dumps and kernels. The planner of fusion is named, as the best
// that there is depends on how the compiler was built.
func TestTour(t *testing.T) {
	file, err := filepath.Abs("../../docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	page, shown := strings.SplitAfter(string(b), "\n"), 0
	dumps := map[string]string{} // by pass
	all := fences(t, file, string(b))
	for _, f := range all {
		if name, ok := strings.CutPrefix(f.info, "nesl "); ok {
			if err := os.WriteFile(name, []byte(f.text), 0o666); err != nil {
				t.Fatal(err)
			}
			out, errors, status := invoke("-target=opencl", "-entry=moments", "-fusion=greedy-down", "-dump=all", "-o=moments.c", name)
			if status != 0 {
				t.Fatal(errors)
			}
			for d := range strings.SplitSeq(out, "\n\n") { // ;; LANGUAGE after PASS (NUMBER/ALL)
				if head := strings.Fields(d); len(head) > 3 && head[2] == "after" {
					dumps[head[3]] = d
				}
			}
		}
	}
	for _, f := range slices.Backward(all) { // so that the lines of those in front keep their numbers
		at := func(format string, args ...any) { t.Errorf("%s:%d: "+format, append([]any{file, f.line}, args...)...) }
		words := append(strings.Fields(f.info), "", "")
		var now string
		switch words[0] {
		case "nesl":
			continue
		case "console":
			if printed := console(t, f.text, at); printed != f.text {
				at("the commands print\n%s", printed)
			}
			continue
		case "dump":
			if now = stage(dumps[words[1]], strings.Fields(f.info)[2:]); now == "" {
				at("%s does nothing, or what it should show is not there", words[1])
			}
			now = strings.Replace(now, ")\n", "), "+languages(words[1])+"\n", 1)
		case "opencl":
			now = openclKernel(t, words[1])
		default:
			at("%q is no example", f.info)
		}
		shown++
		if now != f.text && os.Getenv("NESSIEC_UPDATE") == "" {
			at("%s: NESSIEC_UPDATE=1 replaces it by\n%s", f.info, now)
		}
		page = slices.Replace(page, f.line, f.line+strings.Count(f.text, "\n"), now)
	}
	if shown < 10 {
		t.Errorf("only %d stages are shown", shown)
	}
	if os.Getenv("NESSIEC_UPDATE") != "" && !t.Failed() {
		if err := os.WriteFile(file, []byte(strings.Join(page, "")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// stage is what the tour shows of a dump: its first line, what the pass says of its
// decisions, and the functions and kernels with these names, or all if there are none.
// It is "" if one of them is not there.
func stage(dump string, names []string) string {
	var text strings.Builder
	shown, show := 0, false
	for l := range strings.Lines(dump) {
		words := strings.Fields(l)
		switch {
		case strings.HasPrefix(l, ";;"):
			show = text.Len() == 0 || strings.HasPrefix(l, ";; |")
		case !strings.HasPrefix(l, " ") && len(words) > 1:
			show = slices.Contains([]string{"(func", "(function", "(kernel"}, words[0]) && (len(names) == 0 || slices.Contains(names, words[1]))
			if show {
				shown++
			}
		}
		if show {
			text.WriteString(l)
		}
	}
	if shown == 0 || shown < len(names) {
		return ""
	}
	return text.String()
}

// languages says how many languages a program has been in after a pass, and how many
// there are on its way.
func languages(name string) string {
	n, after := 1, 0
	for _, p := range passes.Table() {
		if p.From != p.To {
			n++
		}
		if p.Name == name {
			after = n
		}
	}
	return fmt.Sprintf("language %d of %d", after, n)
}

// openclKernel is the text of a kernel in moments.c, where every line is a string of C.
func openclKernel(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("moments.c")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(b), "    {\""+name+"\", ")
	_, text, found2 := strings.Cut(text, "\n")
	if !found || !found2 {
		t.Fatalf("no kernel %s", name)
	}
	var kernel strings.Builder
	plain := strings.NewReplacer(`\?`, `?`, `\"`, `"`, `\\`, `\`)
	for l := range strings.Lines(text) {
		code, rest, _ := strings.Cut(strings.TrimPrefix(l, `"`), `\n"`)
		kernel.WriteString(plain.Replace(code) + "\n")
		if strings.TrimSpace(rest) != "" {
			break
		}
	}
	return strings.TrimPrefix(kernel.String(), "\n")
}

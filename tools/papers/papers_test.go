package papers

// The worked examples of the papers, at the levels that the papers show. A case is
//
//	testdata/examples/NAME.txtar
//
// with words that say where the example is from and what of it was corrected, the program
// (section nesl), or kernels in the notation of the papers (section published), a section
// for each language that it is shown in, and what it prints, which is the same in all of
// these. NESSIEC_UPDATE=1 writes all but the programs anew.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	"nessiec/ir/text"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/cost"
	"nessiec/tools/levels"
)

var section = regexp.MustCompile(`(?m)^-- ([a-z.]+) --\n`)

func TestExamples(t *testing.T) {
	files, _ := filepath.Glob("testdata/examples/*.txtar")
	if len(files) < 9 {
		t.Errorf("only %d examples", len(files))
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			now, err := example(string(data))
			if err != nil {
				t.Fatal(err)
			}
			if now == string(data) {
				return
			}
			if os.Getenv("NESSIEC_UPDATE") == "" {
				t.Errorf("%s is now\n%s", f, now)
			} else if err := os.WriteFile(f, []byte(now), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// example is the text of a case with what comes out.
func example(file string) (string, error) {
	heads := section.FindAllStringSubmatchIndex(file, -1)
	if heads == nil {
		return "", fmt.Errorf("no section")
	}
	var out strings.Builder
	out.WriteString(file[:heads[0][0]])
	var start driver.Program
	result, input := "", ""
	for i, h := range heads {
		name, end := file[h[2]:h[3]], len(file)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		body := file[h[1]:end]
		var err error
		switch name {
		case "args":
			input = body
		case "nesl":
			m, err := cost.Parse(body)
			if err != nil {
				return "", err
			}
			start = driver.Program{Lang: grammar.NeslParsed.Language, Module: m}
		case "published":
			m, err := grammar.LCU.Parse(body)
			if err != nil {
				return "", err
			}
			start = driver.Program{Lang: grammar.KernelFused.Language, Module: m}
		case "result":
			body = result
		default:
			var printed string
			if body, printed, err = at(start, name, input); err != nil {
				return "", err
			}
			if result != "" && printed != result {
				return "", fmt.Errorf("%s prints\n%snot\n%s", name, printed, result)
			}
			result = printed
		}
		out.WriteString("-- " + name + " --\n" + body)
	}
	return out.String(), nil
}

// at is the program in a language, without its actions, and what it prints there.
func at(p driver.Program, language, input string) (body, printed string, err error) {
	o := cost.Options("cpu")
	d := &driver.Driver{Passes: passes.Table()}
	var l *grammar.Language
	for _, row := range d.Passes {
		if row.To.Name == language {
			l = row.To
		}
	}
	if l == nil {
		return "", "", fmt.Errorf("there is no language %s", language)
	}
	if p.Lang != l {
		p.Next = max(0, d.Start(p.Lang))
		if p, err = d.Run(pass.NewCtx(o), p, d.Leave(l)); err != nil {
			return "", "", err
		}
	}
	for line := range strings.Lines(p.Text(text.Options{})) {
		if !strings.HasPrefix(line, "(action") {
			body += line
		}
	}
	var args []value.Value
	for _, a := range levels.ActionsOf(p.Module) {
		if a.Kind.String() == "read" {
			lines := strings.Split(strings.TrimSpace(input), "\n")
			v, err := value.NewReader("args", []byte(lines[len(args)]), o.Num()).Value(a.Type)
			if err != nil {
				return "", "", err
			}
			args = append(args, v)
		}
	}
	run := levels.RunnerOf(p.Lang, p.Module)
	var b bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: &b, Files: interp.MemFiles{}, Seed: o.Seed}
	if _, failed := run(o, w, args, levels.NewPrinter(o, w).Emit); failed != nil {
		return "", "", fmt.Errorf("%s: %s", language, failed.Msg)
	}
	return body, b.String(), nil
}

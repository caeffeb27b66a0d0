// Command playground writes the playground, a folder of static files: the compiler as
// WebAssembly, and the page that runs it. It needs Go, npm and Node, and the network of
// npm the first time.
//
//	playground [-o FOLDER]
//
// web/ is the page, compiler/ and session/ the compiler in it, programs/ what it starts
// with. README.md says what was decided.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	out := flag.String("o", "bin/playground", "the folder that is written")
	flag.Parse()
	if err := build(".", *out); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
	if err := sizes(*out); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

// build writes the playground of the repository at root into a folder.
func build(root, out string) error {
	web := filepath.Join(root, "tools", "playground", "web")
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	if err := compiler(root, out); err != nil {
		return err
	}
	if err := install(web); err != nil {
		return err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"), filepath.Join(web, "src", "wasm_exec.js")); err != nil {
		return err
	}
	if err := examples(root, filepath.Join(web, "src", "examples.json")); err != nil {
		return err
	}
	if err := run(web, nil, "npx", "--no-install", "esbuild", "src/main.js", "src/worker.js", "--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=warning", "--outdir="+out); err != nil {
		return err
	}
	if err := run(web, nil, "npx", "--no-install", "esbuild", "style.css", "--minify", "--log-level=warning", "--outdir="+out); err != nil {
		return err
	}
	return copyFile(filepath.Join(web, "index.html"), filepath.Join(out, "index.html"))
}

// install installs the packages that the page is made with, unless they are there.
func install(web string) error {
	lock, err := os.Stat(filepath.Join(web, "package-lock.json"))
	if err != nil {
		return err
	}
	done, err := os.Stat(filepath.Join(web, "node_modules", ".package-lock.json")) // npm writes it at the end
	if err == nil && !done.ModTime().Before(lock.ModTime()) {
		return nil
	}
	return run(web, nil, "npm", "ci", "--no-audit", "--no-fund", "--silent")
}

// plain is packages that are compiled without inlining: they are large, much of them is
// generated or writes a kernel call by call, and it saves a seventh of what a visitor loads.
// Those of Go itself among them are no part of what takes long, but for the runtime, which
// saves 35 kB.
var plain = []string{"bufio", "bytes", "context", "crypto/...", "encoding/...", "errors", "fmt", "html", "io/...", "math/big",
	"os/...", "path/...", "reflect", "regexp/...", "runtime", "sort", "strconv", "strings", "time", "unicode/...",
	"container/...", "hash/...", "internal/fmtsort", "internal/poll", "internal/reflectlite", "internal/strconv", "internal/syscall/...", "math/rand/...", "slices", "sync/...", "syscall/...",
	"github.com/antlr4-go/...", "gonum.org/...", "nessiec/..."}

// compiler writes nessiec as WebAssembly, compressed: the page decompresses it, so that
// the server need not know how. Its name is none that servers have ideas about.
func compiler(root, out string) error {
	module := filepath.Join(out, "nessiec.wasm")
	if err := compile(root, "build", "-o", module, "./tools/playground/compiler"); err != nil {
		return err
	}
	b, err := os.ReadFile(module)
	if err != nil {
		return err
	}
	packed, err := densely(module, b)
	if err != nil {
		return err
	}
	if err := os.WriteFile(module+".gzip", packed, 0o666); err != nil {
		return err
	}
	return os.Remove(module)
}

// compile calls go for browsers. What it builds is compiled in one way only, since that takes
// a minute the first time.
func compile(root, verb string, args ...string) error {
	flags := []string{verb, "-trimpath", "-ldflags=-s -w"}
	for _, p := range plain {
		flags = append(flags, "-gcflags="+p+"=-l")
	}
	return run(root, []string{"GOOS=js", "GOARCH=wasm"}, "go", append(flags, args...)...)
}

// densely is a file with contents b in the format of gzip, as small as can be: libdeflate,
// where it is installed, saves 4 % of what Go's own compressor makes.
func densely(file string, b []byte) ([]byte, error) {
	tool, err := exec.LookPath("libdeflate-gzip")
	if err != nil {
		return compressed(b)
	}
	return exec.Command(tool, "-12", "-c", file).Output()
}

// compressed is bytes in the format of gzip.
func compressed(b []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}

// An example is a program to choose from.
type example struct {
	Name  string `json:"name"`
	Group string `json:"group"`
	Text  string `json:"text"`
}

// examples writes the programs that the page offers: its own first.
func examples(root, file string) error {
	var all []example
	for _, from := range []struct{ group, dir string }{{"start", "tools/playground/programs"}, {"examples", "examples"}} {
		names, err := filepath.Glob(filepath.Join(root, from.dir, "*.nesl"))
		if err != nil {
			return err
		}
		slices.SortFunc(names, func(a, b string) int { return cmp.Compare(a, b) })
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			all = append(all, example{strings.TrimSuffix(filepath.Base(name), ".nesl"), from.group, string(b)})
		}
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o666)
}

// sizes prints what a first visit loads.
func sizes(out string) error {
	entries, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Printf("%9d  %s\n", info.Size(), e.Name())
	}
	return nil
}

// run runs a command in a folder; what it prints is shown if it fails.
func run(dir string, env []string, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	if b, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, b)
	}
	return nil
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o666)
}

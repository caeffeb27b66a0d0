package main

// nessiec build -lib and -python: programs as libraries of their entries.

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"nessiec/backends"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
	"nessiec/tools/atomicfile"
	"nessiec/tools/cache"
	"nessiec/tools/embed"
	"nessiec/tools/session"
)

// startLibrary checks what a library takes: entries, and a name for its parts.
func (c *command) startLibrary() error {
	what := map[bool]string{false: "-lib", true: "-python"}[c.python]
	switch {
	case c.lib && c.python || c.toWasm:
		return reject("-lib, -python and -wasm exclude each other")
	case len(c.entries) == 0:
		return reject("%s needs the functions that others call: -entry=NAME, once for each", what)
	case c.out == "":
		c.out = c.base()
	}
	if name := c.libraryName(); !session.IsIdentifier(name) {
		return reject("a library cannot be called %s: its functions begin with that name; give it another one by -o", name)
	}
	return nil
}

// libraryName is the name of a library: that of its files without directory and suffix.
func (c *command) libraryName() string { return filepath.Base(c.out) }

// parseLibrary reads the program of the command line with all its entries.
func (c *command) parseLibrary() (p driver.Program, err error) {
	seen := map[string]bool{}
	for _, e := range c.entries {
		name, _, _ := strings.Cut(e, ":")
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case seen[name]:
			return p, reject("the entry %s is given twice", name)
		case taken.MatchString(name):
			return p, reject("no entry of a library can be called %s: all libraries have that name", name)
		}
		seen[name] = true
	}
	src := session.Source{Files: c.files, Exprs: c.exprs}
	p, c.library, err = c.ses.Library(c.ctx, src, c.libraryName(), c.entries)
	return p, err
}

// taken matches what follows the name of a library in names that all libraries have.
var taken = regexp.MustCompile(`^(context|options|error|memory|free|seq|tuple\d+)(_.*)?$`)

// writeLibrary writes a library: its header, its source and the shared library, beside
// each other, or the folder of a Python package.
func (c *command) writeLibrary(t *backends.Backend, p driver.Program) error {
	files := t.EmitLibrary(c.ctx, p.Module.(*kir.Module), c.fileNames(), c.library)
	tmp, err := os.MkdirTemp("", "nessiec-")
	if err != nil {
		return environment("%v", err)
	}
	defer os.RemoveAll(tmp)
	if err := os.WriteFile(filepath.Join(tmp, files[0].Name), []byte(files[0].Text), 0o666); err != nil {
		return environment("%v", err)
	}
	shared, err := c.hostCompiler(cache.Open("host")).Library(t, files, tmp)
	if err != nil {
		return environment("%v", err)
	}
	object, err := os.ReadFile(shared)
	if err != nil {
		return environment("%v", err)
	}
	if c.python {
		return c.writeAll(c.out, embed.Python(c.library, c.opts.Num(), files, object))
	}
	files = append(files, backends.File{Name: "lib" + c.library.Name + ".so", Text: string(object)})
	return c.writeAll(filepath.Dir(c.out), files)
}

// writeAll writes files below a directory.
func (c *command) writeAll(dir string, files []backends.File) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		mode := os.FileMode(0o666)
		if strings.HasSuffix(name, ".so") {
			mode = 0o777
		}
		err := os.MkdirAll(filepath.Dir(name), 0o777)
		if err == nil {
			err = atomicfile.Write(name, []byte(f.Text), mode)
		}
		if err != nil {
			return installed(err, name)
		}
	}
	return nil
}

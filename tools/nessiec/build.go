package main

// -o, -build and -run: generated source, the program and how it ends.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"nessiec/backends"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
	"nessiec/tools/atomicfile"
	"nessiec/tools/cache"
	"nessiec/tools/hostcc"
)

// generate emits code, and compiles and runs it as the flags say.
func (c *command) generate(t *backends.Backend, p driver.Program) error {
	if c.library != nil {
		return c.writeLibrary(t, p)
	}
	if !c.build && !c.run {
		return c.writeSources(t, t.Emit(c.ctx, p.Module.(*kir.Module), c.fileNames()))
	}
	dir, exe, err := c.buildProgram(t, p, cache.Open("host"))
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if c.build && c.out != "" {
		if err := atomicfile.Install(exe, c.out); err != nil {
			return installed(err, c.out)
		}
	}
	if !c.run {
		if c.out == "" {
			return installed(atomicfile.Install(exe, c.base()), c.base())
		}
		return nil
	}
	args, err := c.programArguments(dir, p)
	if err != nil {
		return err
	}
	if err = c.runProgram(exe, args); errors.Is(err, fs.ErrPermission) { // nothing runs where the cache is
		var again string
		if again, exe, err = c.buildProgram(t, p, cache.Cache{}); err == nil {
			defer os.RemoveAll(again)
			err = c.runProgram(exe, args)
		}
	}
	if err != nil {
		return err
	}
	return c.programOutput(dir, p)
}

// buildProgram emits code and compiles it: an executable, and a new directory for it
// and other files of one run.
func (c *command) buildProgram(t *backends.Backend, p driver.Program, cached cache.Cache) (dir, exe string, err error) {
	files := t.Emit(c.ctx, p.Module.(*kir.Module), c.fileNames())
	if dir, err = os.MkdirTemp("", "nessiec-"); err != nil {
		return "", "", environment("%v", err)
	}
	for _, f := range files {
		if err = os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o666); err != nil {
			break
		}
	}
	if err == nil {
		exe, err = c.hostCompiler(cached).Executable(t, files, dir)
	}
	if err != nil {
		os.RemoveAll(dir)
		return "", "", environment("%v", err)
	}
	return dir, exe, nil
}

// hostCompiler is the system's compiler for the options at hand.
func (c *command) hostCompiler(cached cache.Cache) *hostcc.Compiler {
	return &hostcc.Compiler{Options: c.opts, Simulate: c.sim, Cache: cached, Calls: &c.compilers}
}

// fileNames is the file table, for positions in generated code.
func (c *command) fileNames() []string {
	names := make([]string, len(c.ses.Files))
	for i, f := range c.ses.Files {
		names[i] = f.Name
	}
	return names
}

// base is the name of the program without directory and suffix.
func (c *command) base() string {
	name := c.from
	if len(c.files) > 0 {
		name = c.files[0]
	}
	if name == "" {
		return "a"
	}
	name = filepath.Base(name)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// installed says which output could not be written, if one could not.
func installed(err error, name string) error {
	var p *os.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if err != nil {
		return environment("cannot write %s: %v", name, err)
	}
	return nil
}

// writeSources writes generated source to -o, or to standard output.
func (c *command) writeSources(t *backends.Backend, files []backends.File) error {
	if c.out == "" {
		_, err := fmt.Fprint(c.stdout, files[0].Text)
		return err
	}
	if err := atomicfile.Write(c.out, []byte(files[0].Text), 0o666); err != nil {
		return installed(err, c.out)
	}
	for _, f := range files[1:] {
		name := filepath.Join(filepath.Dir(c.out), f.Name)
		if err := atomicfile.Write(name, []byte(f.Text), 0o666); err != nil {
			return installed(err, name)
		}
	}
	return nil
}

// interrupted reports whether a program was ended by an interrupt.
func interrupted(exit *exec.ExitError) bool {
	w, ok := exit.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && w.Signal() == syscall.SIGINT
}

// runProgram runs the executable and passes its output and status on.
func (c *command) runProgram(exe string, args []string) error {
	if c.given("seed") {
		args = append(args, "-seed="+strconv.FormatInt(c.opts.Seed, 10))
	}
	if c.memory > 0 {
		args = append(args, "-memory="+c.memory.String())
	}
	if c.chosen != "" {
		args = append(args, "-device="+c.chosen)
	}
	if c.bare {
		args = append(args, "-bare")
	}
	if c.stats {
		args = append(args, "-stats")
	}
	if c.bench.Runs > 0 {
		args = append(args, "-bench="+c.bench.String())
	}
	if len(c.commandWords) > 0 {
		args = append(append(args, "--"), c.commandWords...)
	}
	cmd := c.started(exe, args)
	if c.profileTo != "" {
		cmd.Env = append(os.Environ(), "NES_PROFILE_FILE="+c.profileTo)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.stdin, c.stdout, c.stderr
	var input bytes.Buffer
	if c.debug {
		cmd.Stdin, cmd.WaitDelay = io.TeeReader(c.stdin, &input), time.Second
	}
	signal.Ignore(os.Interrupt) // the program says where it was
	err := cmd.Run()
	signal.Reset(os.Interrupt)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == statusFailed && c.debug {
		c.locate(input.Bytes())
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return c.ended(exit.ExitCode())
	case errors.As(err, &exit) && interrupted(exit):
		return errRuntime{statusInterrupted}
	case errors.As(err, &exit):
		return environment("the program was ended by a signal: %v", err)
	case errors.Is(err, fs.ErrPermission):
		return err
	}
	return environment("%v", err)
}

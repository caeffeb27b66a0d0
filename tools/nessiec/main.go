// Command nessiec compiles and runs NESL programs.
//
//	main.go      from the command line to an exit status
//	flags.go     the flags
//	words.go     words as first argument; check.go, testing.go and doc.go, what three of them do
//	compile.go   running the pipeline: where to enter and where to leave
//	execute.go   running a program on the reference interpreter, printing
//	inputs.go    arguments of the entry and files with its result; exchange.go, of compiled programs
//	build.go     -o, -build and -run: generated source, the program
//	wasm.go      -target=wasm: modules, run in this process
//	library.go   build -lib and -python
//	profile.go   which lines take the time
//	lsp.go       a server for editors
//	devices.go   what programs can run on; which build this is
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/golang/glog"

	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/session"
)

// Exit statuses (DESIGN 9).
const (
	statusGood        = 0
	statusFailed      = 1 // the program failed at run time, or a test did
	statusRejected    = 2 // the command line, a file or the program was rejected
	statusInternal    = 3 // a bug of nessiec
	statusEnvironment = 4 // no device, no compiler, or the compiler failed

	statusInterrupted = 130 // Ctrl-C, as shells have it
)

// A statusError ends the command with a message and a status.
type statusError struct {
	status int
	msg    string
	plain  bool // msg is printed without the name of the command
}

func (e *statusError) Error() string { return e.msg }

func reject(format string, args ...any) error {
	return &statusError{status: statusRejected, msg: fmt.Sprintf(format, args...)}
}

// mistaken rejects with a message that has a code, as compiled programs print it.
func mistaken(format string, args ...any) error {
	return &statusError{status: statusRejected, msg: fmt.Sprintf(format, args...), plain: true}
}

func environment(format string, args ...any) error {
	return &statusError{status: statusEnvironment, msg: fmt.Sprintf(format, args...)}
}

// errRuntime is a failure of the program whose message was printed already.
type errRuntime struct{ status int }

func (errRuntime) Error() string { return "the program failed" }

func main() {
	status := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	glog.Flush()
	os.Exit(status)
}

// run is the whole command.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &command{stdin: stdin, stdout: stdout, stderr: stderr, ses: session.New()}
	return c.main(args)
}

func (c *command) main(args []string) int {
	err := c.parse(args)
	if err == nil {
		err = c.dispatch()
	}
	if err == nil && c.mistakes {
		return statusRejected
	}
	return c.report(err)
}

// report prints err the way users see it and returns the exit status.
func (c *command) report(err error) int {
	var s *statusError
	var ice *pass.ICE
	var rt errRuntime
	switch {
	case err == nil:
		return statusGood
	case errors.As(err, &rt):
		return rt.status
	case errors.Is(err, driver.ErrRejected):
		c.renderDiagnostics()
		return statusRejected
	case errors.As(err, &ice):
		fmt.Fprintln(c.stderr, "nessiec:", ice)
		if glog.V(1) && ice.Stack != nil {
			glog.Infof("%s", ice.Stack)
		}
		return statusInternal
	case errors.As(err, &s):
		if !s.plain {
			fmt.Fprint(c.stderr, "nessiec: ")
		}
		fmt.Fprintln(c.stderr, s.msg)
		return s.status
	}
	fmt.Fprintln(c.stderr, "nessiec:", err)
	return statusRejected
}

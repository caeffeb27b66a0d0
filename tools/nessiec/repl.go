package main

// nessiec repl: the terminal of a shell (package repl).

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/peterh/liner"

	"nessiec/tools/repl"
)

// What is before a line that is typed, the first one of an input and the others.
const (
	prompt = "> "
	more   = ". "
)

// startRepl takes arguments for files, which are loaded first.
func (c *command) startRepl(args []string) error {
	c.files = args
	c.chooseTarget()
	if t := c.opts.Target; c.compiled() {
		return reject("a session evaluates on wasm or ref, not on %s", t)
	}
	return nil
}

// repl reads inputs and evaluates them until their end.
func (c *command) repl() error {
	x, err := repl.New(c.opts, c.stdout, c.stderr)
	if err != nil {
		return err
	}
	x.Memory = int64(c.memory)
	for _, f := range c.files {
		if err := c.enterInput(x, "load "+strconv.Quote(f)+";"); err != nil {
			return err
		}
	}
	in, ok := c.stdin.(*os.File)
	if info, err := os.Stdin.Stat(); !ok || in != os.Stdin || err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return c.lines(x, c.stdin)
	}
	return c.terminal(x)
}

// enterInput evaluates an input; an interrupt ends the evaluation.
func (c *command) enterInput(x *repl.Shell, input string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return x.Enter(ctx, input)
}

// lines evaluates what a file says.
func (c *command) lines(x *repl.Shell, in io.Reader) error {
	input, s := "", bufio.NewScanner(in)
	s.Buffer(nil, 1<<30)
	for s.Scan() {
		input += s.Text() + "\n"
		if !repl.Complete(input) {
			continue
		}
		if err := c.enterInput(x, input); err != nil {
			return ended(err)
		}
		input = ""
	}
	if strings.TrimSpace(input) != "" {
		return ended(c.enterInput(x, input))
	}
	return s.Err()
}

// ended is err, unless it is the wish to leave.
func ended(err error) error {
	if errors.Is(err, repl.ErrExit) {
		return nil
	}
	return err
}

// terminal evaluates what is typed. An empty line ends an input that is not complete, an
// interrupt leaves it.
func (c *command) terminal(x *repl.Shell) error {
	t := liner.NewLiner()
	defer t.Close()
	t.SetCtrlCAborts(true)
	t.SetTabCompletionStyle(liner.TabPrints)
	t.SetWordCompleter(func(line string, at int) (string, []string, string) {
		runes := []rune(line)
		head, tail := string(runes[:at]), string(runes[at:])
		start := strings.LastIndexFunc(head, func(r rune) bool {
			return r != '_' && r != '~' && r != ':' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
		}) + 1
		return head[:start], x.Completions(head[start:]), tail
	})
	remember := c.history(t)
	defer remember()
	fmt.Fprintln(c.stdout, "nessiec: forms of NESL are evaluated; help lists commands, exit or Ctrl-D leaves.")
	input := ""
	for {
		p := prompt
		if input != "" {
			p = more
		}
		line, err := t.Prompt(p)
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			input = ""
			continue
		case errors.Is(err, io.EOF):
			fmt.Fprintln(c.stdout)
			return nil
		case err != nil:
			return err
		}
		input += line + "\n"
		if strings.TrimSpace(input) == "" {
			input = ""
			continue
		}
		if line != "" && !repl.Complete(input) {
			continue
		}
		t.AppendHistory(strings.Join(strings.Fields(input), " "))
		if err := c.enterInput(x, input); err != nil {
			return ended(err)
		}
		input = ""
	}
}

// history gives t the inputs of earlier sessions, and returns what keeps those of this one.
func (c *command) history(t *liner.State) (remember func()) {
	home, err := os.UserHomeDir()
	if err != nil {
		return func() {}
	}
	name := filepath.Join(home, ".nessiec_history")
	if f, err := os.Open(name); err == nil {
		t.ReadHistory(f)
		f.Close()
	}
	return func() {
		if f, err := os.Create(name); err == nil {
			t.WriteHistory(f)
			f.Close()
		}
	}
}

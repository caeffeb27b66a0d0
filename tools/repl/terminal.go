package repl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"
)

// The terminal of a shell, and files of inputs.

// What is before a line that is typed, the first one of an input and the others.
const (
	prompt = "> "
	more   = ". "
)

// Interruptible evaluates an input; an interrupt ends the evaluation.
func (x *Shell) Interruptible(input string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return x.Enter(ctx, input)
}

// Lines evaluates what a file says.
func (x *Shell) Lines(in io.Reader) error {
	input, s := "", bufio.NewScanner(in)
	s.Buffer(nil, 1<<30)
	for s.Scan() {
		input += s.Text() + "\n"
		if !Complete(input) {
			continue
		}
		if err := x.Interruptible(input); err != nil {
			return ended(err)
		}
		input = ""
	}
	if strings.TrimSpace(input) != "" {
		return ended(x.Interruptible(input))
	}
	return s.Err()
}

// ended is err, unless it is the wish to leave.
func ended(err error) error {
	if errors.Is(err, ErrExit) {
		return nil
	}
	return err
}

// Terminal evaluates what is typed. An empty line ends an input that is not complete, an
// interrupt leaves it.
func (x *Shell) Terminal() error {
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
	remember := history(t)
	defer remember()
	// An interrupt between a line and its evaluation ends nothing, least of all the session.
	ignored := make(chan os.Signal, 1)
	signal.Notify(ignored, os.Interrupt)
	defer signal.Stop(ignored)
	fmt.Fprintln(x.out, "nessiec: forms of NESL are evaluated; help lists commands, exit or Ctrl-D leaves.")
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
			fmt.Fprintln(x.out)
			return nil
		case err != nil:
			return err
		}
		input += line + "\n"
		if strings.TrimSpace(input) == "" {
			input = ""
			continue
		}
		if line != "" && !Complete(input) {
			continue
		}
		t.AppendHistory(strings.Join(strings.Fields(input), " "))
		if err := x.Interruptible(input); err != nil {
			return ended(err)
		}
		input = ""
	}
}

// history gives t the inputs of earlier sessions, and returns what keeps those of this one.
func history(t *liner.State) (remember func()) {
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

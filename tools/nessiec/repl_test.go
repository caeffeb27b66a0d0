package main

// The session at a terminal, driven through a pseudo-terminal.

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// asCommand is the variable that makes this test binary the command.
const asCommand = "NESSIEC_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// interrupt is what the key Ctrl-C sends.
const interrupt = "\x03"

// A screen is what a terminal has shown.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

// shows says whether want is shown after offset from.
func (s *screen) shows(from int, want string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String()[from:], want)
}

// after waits for want to be shown after offset from, and returns where it ends.
func (s *screen) after(t *testing.T, from int, want string) int {
	t.Helper()
	for range 600 {
		s.mu.Lock()
		text := s.text.String()
		s.mu.Unlock()
		if i := strings.Index(text[from:], want); i >= 0 {
			return from + i + len(want)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%q is not shown in %q", want, s.text.String()[from:])
	return 0
}

// A session is typed: forms over several lines, a mistake, a word that is completed, an
// evaluation that is interrupted, history of an earlier session.
func TestTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	session := func(steps ...[2]string) {
		cmd := exec.Command(self, "repl")
		cmd.Env = append(os.Environ(), "HOME="+home, "TERM=xterm", asCommand+"=1")
		tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 120})
		if err != nil {
			t.Fatal(err)
		}
		defer tty.Close()
		var s screen
		go func() {
			buf := make([]byte, 4096)
			for {
				n, err := tty.Read(buf)
				s.Write(buf[:n])
				if err != nil {
					return
				}
			}
		}()
		at := s.after(t, 0, "> ")
		for _, step := range steps {
			if _, err := tty.WriteString(step[0]); err != nil {
				t.Fatal(err)
			}
			// An interrupt that comes before the evaluation belongs to the next line.
			for i := 0; i < 100 && step[0] == interrupt && !s.shows(at, step[1]); i++ {
				time.Sleep(200 * time.Millisecond)
				if _, err := tty.WriteString(interrupt); err != nil {
					t.Fatal(err)
				}
			}
			if step[1] != "" {
				at = s.after(t, at, step[1])
			}
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, s.text.String())
		}
	}
	session(
		[2]string{"function double(v) =\r", ". "},
		[2]string{"  {2 * x : x in v};\r", "double = fn : [int] -> [int]"},
		[2]string{"doub\t([1, 2])\r", "it = [2, 4] : [int]"},
		[2]string{"1 + t\r", "error[E0301]"},
		[2]string{"function forever(x) = if x < 0 then x else forever(rem(x + 1, 5));\r", "forever = fn"},
		[2]string{"forever(1)\r", "forever(1)\r\n"},
		[2]string{interrupt, "nterrupt"},
		[2]string{"{1 +" + interrupt, "> "}, // leaves the input
		[2]string{"exit\r", ""},
	)
	session(
		[2]string{"\x1b[A\x1b[A\x1b[A\x1b[A\r", "error[E0301]"}, // an input of the session before
		[2]string{"\x04", ""},
	)
}

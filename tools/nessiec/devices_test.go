package main

// Where programs run, with how much memory, and how they are interrupted.

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const endless = `function endless(n, k) : (int, int) -> int = if n < 0 then k else endless(rem(n + k, 1000), (k + 1) and 7);
function outer(n) : int -> int = 1 + endless(n, 1);
function main(n) : int -> int = outer(n) + 1;
function ints(n) : int -> [int] = index(n);
`

func TestDevices(t *testing.T) {
	out, errors, status := invoke("devices")
	if status == statusEnvironment {
		t.Skip(errors)
	}
	if status != 0 || !regexp.MustCompile(`(?m)^opencl  0  (cpu|gpu|other) +\d+\.\d GB  \S`).MatchString(out) {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
	t.Chdir(files(t, map[string]string{"a.nesl": endless}))
	for _, c := range []struct {
		args, out, errors string
		status            int
	}{
		{"run -target=opencl -device=0 -e 2+3", "it = 5 : int\n", "", 0},
		{"run -target=opencl -device=77 -e 2+3", "", "OpenCL: there is no device 77; -devices lists the ", 4},
		{"run -target=opencl -memory=1M -entry=ints a.nesl 1000000", "", "RUNTIME ERROR: Out of memory.\n  at a.nesl:4:35\n  for an array of 4000000 bytes; the device has 1048576 bytes", 1},
		{"run -target=opencl -memory=8M -entry=ints a.nesl 3", "it = [0, 1, 2] : [int]", "", 0},
		{"build -device=77 a.nesl", "", "-device=77 needs -run", 2},
		{"run -target=ref -memory=1M a.nesl 3", "", "-memory needs a program that runs", 2},
		{"devices 3", "", "takes no arguments", 2},
	} {
		out, errors, status := invoke(strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(errors, c.errors) || c.out == "" && out != "" {
			t.Errorf("%s: status %d\n%s%s", c.args, status, out, errors)
		}
	}
}

// An interrupted program says where it was, and ends as one that was interrupted.
func TestInterrupt(t *testing.T) {
	t.Chdir(files(t, map[string]string{"a.nesl": endless, "three": "3"}))
	built(t, "build", "-entry=main", "-o", "endless", "a.nesl")
	var e bytes.Buffer
	c := exec.Command("./endless", "-arg", "three")
	c.Stderr = &e
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 600 { // until it has worked for longer than it takes to begin
		time.Sleep(100 * time.Millisecond)
		b, err := os.ReadFile("/proc/" + strconv.Itoa(c.Process.Pid) + "/stat")
		f := strings.Fields(string(b))
		if err != nil || len(f) < 14 {
			break
		}
		if ticks, _ := strconv.Atoi(f[13]); ticks > 150 {
			break
		}
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	w := c.ProcessState.Sys().(syscall.WaitStatus)
	want := "Cancelled.\n  at a.nesl:1:10\n  called at a.nesl:2:38\n  called at a.nesl:3:33\n"
	if !w.Signaled() || w.Signal() != syscall.SIGINT || e.String() != want {
		t.Errorf("%v\n%s", c.ProcessState, e.String())
	}
}

package turn

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

const ownErrors = "bench result runs 15 min 0.001 median 0.002 max 0.004 cold 0.5\n" +
	"run result kernels 3 waits 2 read-bytes 16 arrays 4 given-bytes 800 peak 640\nstat kernels 99\nstat peak 4096\n"

func TestParseTurn(t *testing.T) {
	got, err := Parse("a = [1, 2,...] : [int]\ncheck = 1.5E3 : float\n", ownErrors)
	want := Turn{Median: 0.002, Min: 0.001, Max: 0.004, Cold: 0.5, Check: 1500, Peak: 4096, Run: Costs{3, 2, 16, 4, 800, 640}}
	if err != nil || got != want {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
	if _, err := Parse("", ownErrors); err == nil {
		t.Error("a program without a check is accepted")
	}
}

// What takes too much time or memory is stopped, and what ends is not.
func TestLimits(t *testing.T) {
	l := Limits{Time: 0.05, Memory: 100e6}
	for script, want := range map[string]string{
		"echo well":     "",
		"exit 3":        "exit status 3",
		"exec sleep 60": "> 0.05 s",
		"exec dd if=/dev/zero of=/dev/null bs=400M count=500": "> 0.1 GB",
	} {
		long := l
		if strings.Contains(script, "zero") {
			long.Time = 60
		}
		out, _, _, err := long.watched(exec.Command("sh", "-c", script), 1)
		if want == "" && (err != nil || out != "well\n") {
			t.Errorf("%s: %q, %v", script, out, err)
		} else if want != "" && (err == nil || Reason(err) != want) {
			t.Errorf("%s: %v, want %s", script, err, want)
		}
	}
}

// The memory of a process is its own, and not that of this one.
func TestMemory(t *testing.T) {
	large := make([]byte, 200e6)
	for i := range large {
		large[i] = 1
	}
	_, _, most, err := Limits{Time: 60, Memory: 8e9}.watched(exec.Command("sleep", "0.1"), 1)
	if err != nil || most <= 0 || most > 50e6 {
		t.Errorf("sleep held %g bytes, %v", most, err)
	}
	runtime.KeepAlive(large)
}

// Constants of the top level get other values, and nothing else does.
func TestSet(t *testing.T) {
	got := Set("size = 10;\nx = size + 1;\nlayout = 0;\n", map[string]int{"size": 7, "steps": 3})
	if want := "size = 7;\nx = size + 1;\nlayout = 0;\n"; got != want {
		t.Errorf("got %q", got)
	}
}

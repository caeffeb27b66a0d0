package turn

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Limits are what a program may take before it is stopped.
type Limits struct {
	Time   float64 // seconds, of one run of the region
	Memory float64 // resident bytes of the process
}

// An exceeded is the error of a program that was stopped at a limit.
type exceeded string

func (e exceeded) Error() string { return "stopped: " + string(e) }

// spare is how many runs more than asked for fit into the time of a process:
// the cold one, the one that is counted, and making the inputs.
const spare = 3

// watched runs a command that makes the given number of runs until it ends, its
// time is up, or it holds too much memory.
func (l Limits) watched(cmd *exec.Cmd, runs int) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		return "", "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	deadline := time.After(time.Duration(l.Time * float64(runs+spare) * float64(time.Second)))
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for over := exceeded(""); ; {
		select {
		case err := <-ended:
			if over != "" {
				err = over
			}
			return out.String(), errs.String(), err
		case <-deadline:
			over = exceeded(fmt.Sprintf("> %g s", l.Time))
		case <-tick.C:
			if resident(cmd.Process.Pid) > l.Memory {
				over = exceeded(fmt.Sprintf("> %g GB", l.Memory/1e9))
			}
		}
		if over != "" {
			cmd.Process.Kill() // fails if the process has ended, which is seen next
		}
	}
}

// resident is how many bytes of a process are in memory, 0 if that is not known.
func resident(pid int) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if fields := strings.Fields(string(b)); err == nil && len(fields) > 1 {
		if pages, err := strconv.ParseFloat(fields[1], 64); err == nil {
			return pages * float64(os.Getpagesize())
		}
	}
	return 0
}

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
// time is up, or it holds too much memory. It reports the largest resident size that it has seen, in bytes, 0 if it has
// seen none: what the system says of a process that has ended is that of its parent, too, if that was larger.
func (l Limits) watched(cmd *exec.Cmd, runs int) (stdout, stderr string, most float64, err error) {
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		return "", "", 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	deadline := time.After(time.Duration(l.Time * float64(runs+spare) * float64(time.Second)))
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for over := exceeded(""); ; {
		select {
		case err := <-ended:
			if over != "" {
				err = over
			}
			return out.String(), errs.String(), most, err
		case <-deadline:
			over = exceeded(fmt.Sprintf("> %g s", l.Time))
		case <-tick.C:
			if most = max(most, resident(cmd.Process.Pid)); most > l.Memory {
				over = exceeded(fmt.Sprintf("> %g GB", l.Memory/1e9))
			}
		}
		if over != "" {
			cmd.Process.Kill() // fails if the process has ended, which is seen next
		}
	}
}

// resident is the most bytes of a process that have been in memory, 0 if that is not known.
func resident(pid int) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			kilobytes, err := strconv.ParseFloat(fields[1], 64)
			if err != nil {
				return 0
			}
			return kilobytes * 1024
		}
	}
	return 0
}

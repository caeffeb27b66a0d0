package main

// -ranks: programs that run as several processes, which mpirun starts.

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
)

// ranksFlag is whether a program is for ranks, and how many of them run it; 0: as many as
// mpirun says, or one.
type ranksFlag struct {
	on bool
	n  int
	c  *command
}

func (r *ranksFlag) IsBoolFlag() bool { return true }

func (r *ranksFlag) String() string { return strconv.Itoa(r.n) }

// maxRanks bounds -ranks: the processes are on one machine.
const maxRanks = 1024

func (r *ranksFlag) Set(s string) error {
	if s != "true" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > maxRanks {
			return errors.New("-ranks is a number from 1 to " + strconv.Itoa(maxRanks))
		}
		r.n = n
	}
	r.on = true
	r.c.optionFlags = append(r.c.optionFlags, "-ranks")
	return r.c.opts.Set("-ranks")
}

// onRanks reports whether programs for the target can run on several ranks.
func (c *command) onRanks() bool {
	b := c.backend()
	return b != nil && b.Ranks
}

// killed is the status that mpirun returns for a rank that was killed.
const killed = 128

// started is the command that runs an executable: mpirun for several ranks.
func (c *command) started(exe string, args []string) *exec.Cmd {
	if c.ranks.n <= 1 {
		return exec.Command(exe, args...)
	}
	mpi := []string{"-q", "--oversubscribe", "-n", strconv.Itoa(c.ranks.n)}
	if os.Geteuid() == 0 {
		mpi = append(mpi, "--allow-run-as-root")
	}
	return exec.Command("mpirun", append(append(mpi, exe), args...)...)
}

// ended is the status of a program, given that of what started it.
func (c *command) ended(status int) error {
	if c.ranks.n > 1 && status > killed {
		return environment("a rank was ended by signal %d", status-killed)
	}
	return errRuntime{status}
}

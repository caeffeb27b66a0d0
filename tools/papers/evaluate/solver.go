package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// A Planner is the times of a planner of fusion, in milliseconds, for random regions of one
// number of runs.
type Planner struct {
	Planner       string
	Runs, Regions int
	Median, P95   float64
	Proved        int // plans that are proved to be the best
}

// planners measures the planners of fusion with the command that does it.
func (c *config) planners(dir string) (out []Planner, err error) {
	if c.regions == 0 {
		return nil, nil
	}
	file := filepath.Join(dir, "planners.json")
	args := []string{"run"}
	if tags := os.Getenv("TAGS"); tags != "" {
		args = append(args, "-tags", tags)
	}
	cmd := exec.Command("go", append(args, "./tools/bench/fusion", "-programs=", "-regions="+strconv.Itoa(c.regions), "-json="+file)...)
	cmd.Dir, cmd.Stderr = c.root, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	return out, err
}

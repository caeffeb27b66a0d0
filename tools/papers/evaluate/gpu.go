package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"nessiec/tools/bench/turn"
)

// A GPU is times on an NVIDIA GPU, in milliseconds, and why there are none.
type GPU struct {
	Name  string
	None  string
	Times []GPUTime
}

// A GPUTime is a benchmark: compiled from NESL, and in CUDA by hand.
type GPUTime struct {
	Benchmark  string
	Size       int
	NESL, Hand float64
}

// gpuItems are the workloads of tools/bench/gpu that are benchmarks here.
var gpuItems = map[string]string{"dotp": "dotp", "work-sort": "sort", "quicksort": "quicksort", "blackscholes": "blackscholes",
	"quickhull": "quickhull", "barneshut": "barneshut", "nbody-4k": "nbody", "bfs": "bfs"}

// onGPU measures where there is a GPU, or on its simulation.
func (c *config) onGPU(dir string) (g GPU) {
	args := []string{"run", "./tools/bench/gpu", "-nessiec", c.nessiec, "-examples=false", "-cub=false", "-o", dir,
		fmt.Sprintf("-scale=%g", c.scale), fmt.Sprintf("-runs=%d", c.runs), fmt.Sprintf("-rounds=%d", c.rounds)}
	only := []string{}
	for name, b := range gpuItems {
		if c.only.MatchString(b) {
			only = append(only, name)
		}
	}
	switch {
	case c.gpu == "none" || len(only) == 0:
		g.None = "not asked for"
		return g
	case c.gpu == "simulate":
		g.Name, args = "a simulated GPU, whose times say nothing", append(args, "-simulate")
	default:
		name, err := exec.Command("nvidia-smi", "--query-gpu=name", "--format=csv,noheader").Output()
		if err != nil {
			g.None = "this machine has no NVIDIA GPU"
			return g
		}
		if _, err := exec.LookPath("nvcc"); err != nil {
			g.None = "this machine has an NVIDIA GPU, but nvcc is not in the path"
			return g
		}
		g.Name, _, _ = strings.Cut(strings.TrimSpace(string(name)), "\n")
	}
	cmd := exec.Command("go", append(args, "-only", "^("+strings.Join(only, "|")+")$")...)
	cmd.Dir, cmd.Stderr = c.root, os.Stderr
	if err := cmd.Run(); err != nil {
		g.None = "tools/bench/gpu: " + err.Error()
		return g
	}
	text, err := os.ReadFile(filepath.Join(dir, "gpu.json"))
	if err == nil {
		g.Times, err = gpuTimes(text)
	}
	if err != nil {
		g.None = err.Error()
	}
	return g
}

// gpuTimes reads what tools/bench/gpu writes.
func gpuTimes(text []byte) (out []GPUTime, err error) {
	var rs []struct {
		Item struct {
			Name string
			Size int
		}
		Times map[string][]float64
	}
	err = json.Unmarshal(text, &rs)
	for _, r := range rs {
		if b := gpuItems[r.Item.Name]; b != "" {
			out = append(out, GPUTime{b, r.Item.Size, turn.Median(r.Times["nesl"]) * 1e3, turn.Median(r.Times["hand"]) * 1e3})
		}
	}
	return out, err
}

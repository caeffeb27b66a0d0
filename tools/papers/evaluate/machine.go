package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// A Machine is what the figures were measured on.
type Machine struct {
	Processor string
	Cores     int
	Memory    string
	Device    string // of OpenCL, where programs use it
	System    string
}

func machine(nessiec, target string) (m Machine) {
	m.Cores = runtime.NumCPU()
	m.System = runtime.GOOS + ", " + runtime.GOARCH + ", " + runtime.Version()
	m.Processor = runtime.GOARCH
	if text := field("/proc/cpuinfo", "model name"); text != "" {
		m.Processor = text
	}
	var kilobytes float64
	if _, err := fmt.Sscanf(field("/proc/meminfo", "MemTotal"), "%g kB", &kilobytes); err == nil {
		m.Memory = fmt.Sprintf("%.0f GB", kilobytes/1e6)
	}
	if target != "opencl" {
		return m
	}
	if out, err := exec.Command(nessiec, "devices").Output(); err == nil {
		for line := range strings.Lines(string(out)) {
			if words := strings.Fields(line); len(words) > 4 && words[0] == "opencl" && m.Device == "" {
				m.Device = strings.Join(words[5:], " ")
			}
		}
	}
	return m
}

// field is what stands behind a name in a file of lines, as the kernel writes them.
func field(file, name string) string {
	text, _ := os.ReadFile(file) // other systems have none
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

package main

// Files of sums: lists of passes, each with a number, then a line for every program
// and setting.
//
//	passes 0 source resolve-names expand-sugar ...
//	examples/bfs.nesl -O1,opencl-cpu 0 27d4eb2f165667c5 1b3f5a = 99e21c ...

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// sums are the contents of a file.
type sums struct{ rows []row }

// programs is how many programs there are.
func (s *sums) programs() int {
	seen := map[string]bool{}
	for _, r := range s.rows {
		seen[r.program] = true
	}
	return len(seen)
}

func writeFile(name string, s *sums) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	lists := map[string]int{}
	for _, r := range s.rows {
		list := strings.Join(r.passes, " ")
		n, ok := lists[list]
		if !ok {
			n = len(lists)
			lists[list] = n
			fmt.Fprintf(w, "passes %d %s\n", n, list)
		}
		fmt.Fprintf(w, "%s %s %d %s %s\n", r.program, r.setting, n, r.emitted, strings.Join(r.after, " "))
	}
	err = w.Flush()
	if err2 := f.Close(); err == nil {
		err = err2
	}
	return err
}

func readFile(name string) (*sums, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out, lists := &sums{}, map[string][]string{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		w := strings.Fields(lines.Text())
		switch {
		case len(w) > 1 && w[0] == "passes":
			lists[w[1]] = w[2:]
		case len(w) < 4 || lists[w[2]] == nil && len(w) > 4 || len(lists[w[2]]) != len(w)-4:
			return nil, fmt.Errorf("%s:%s: no line of sums", name, strconv.Itoa(n))
		default:
			out.rows = append(out.rows, row{w[0], w[1], w[3], w[4:], lists[w[2]]})
		}
	}
	return out, lines.Err()
}

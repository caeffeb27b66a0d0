package main

// What was found, one JSON object a line; and the survivors that are explained.

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What became of a fault.
const (
	killed   = "noticed"
	survived = "survived"
	unbuilt  = "does not compile"
)

// A result is what became of one fault.
type result struct {
	ID      string
	Body    string // hash of the function it was planted in
	Status  string
	By      string `json:",omitempty"` // the package whose tests noticed
	Seconds float64
}

// results are those of earlier runs, and the file that new ones go to.
type results struct {
	file  *os.File
	known map[string]result
	again bool // forget those that survived
}

func openResults(name string, again bool) (*results, error) {
	r := &results{known: map[string]result{}, again: again}
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	for _, l := range strings.Split(string(text), "\n") {
		var x result
		if json.Unmarshal([]byte(l), &x) == nil { // the last line may be cut off
			r.known[x.ID] = x
		}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	r.file, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	return r, err
}

func (r *results) close() { r.file.Close() }

// find is the result for s, if its function is what it was.
func (r *results) find(s *site) (result, bool) {
	x, ok := r.known[s.id()]
	if x.Body != fmt.Sprintf("%x", s.body[:8]) || x.Status == survived && r.again {
		return result{}, false
	}
	return x, ok
}

func (r *results) add(x result) error {
	text, err := json.Marshal(x)
	if err == nil {
		_, err = r.file.Write(append(text, '\n'))
	}
	return err
}

// readExplained reads why faults cannot be noticed: the name of a fault at the
// start of a line, the reason indented below it.
func readExplained(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	out, id := map[string]string{}, ""
	for _, l := range strings.Split(string(text), "\n") {
		switch {
		case strings.HasPrefix(l, "#") || strings.TrimSpace(l) == "":
		case strings.HasPrefix(l, "\t"):
			out[id] += strings.TrimSpace(l) + " "
		default:
			id = l
		}
	}
	return out, nil
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

package main

// The sums of another commit: this tool, as it was there, in a worktree of its own,
// over the programs that are here.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// atCommit is what the tool of c.commit measures.
func (c config) atCommit() (*sums, error) {
	root, err := filepath.Abs(c.root)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "yardstick-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	tree, exe, out := filepath.Join(dir, "tree"), filepath.Join(dir, "yardstick"), filepath.Join(dir, "sums")
	if err := do(root, "git", "worktree", "add", "--detach", tree, c.commit); err != nil {
		return nil, err
	}
	defer do(root, "git", "worktree", "remove", "--force", tree)
	if err := do(tree, "go", "build", "-o", exe, "./tools/yardstick"); err != nil {
		return nil, err
	}
	args := []string{"-o", out, "-seeds", strconv.Itoa(c.seeds), "-j", strconv.Itoa(c.workers)}
	if c.quick {
		args = append(args, "-quick")
	}
	if err := do(root, exe, args...); err != nil {
		return nil, err
	}
	return readFile(out)
}

// do runs a command in a directory.
func do(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}

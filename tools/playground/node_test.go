package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The engine of the browser does what that on wazero does: its own tests, in Node.
func TestEngineInNode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	test := filepath.Join(t.TempDir(), "engine.test")
	if err := compile("../..", "test", "-c", "-o", test, "./backends/wasm/engine"); err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js"), test,
		"-test.run=^(TestForms|TestPrefix|TestErrors|TestFirstFailure|TestMemory|TestReuse|TestHeld)$", "-test.v")
	c.Dir = "../../backends/wasm/engine"
	out, err := c.CombinedOutput()
	if n := strings.Count(string(out), "--- PASS: Test"); err != nil || n != 7 {
		t.Errorf("%d of 7 pass: %v\n%s", n, err, out)
	}
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nessiec/tools/testcommand"
)

// TestProfile profiles a program on every target: the line with the inner loop is first,
// and its kernel has its launches. It takes longer than anything else may that the machine does.
func TestProfile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pairs.nesl")
	source := "function main(n) : int -> int =\n  let v = {rem(i * 7, 1001) : i in [0:n]};\n      near = {min_val({abs(x - y) + 1 : y in v}) : x in v}\n  in sum(near);\n"
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for n, target := range map[string][]string{"4000": {"-target=wasm", "-threads=1"}, "8000": {"-target=c"}, "8001": {"-target=opencl"}, "1000": {"-target=cuda", "-simulate"}} {
		t.Run(target[0][8:], func(t *testing.T) {
			page := filepath.Join(t.TempDir(), "page.html")
			testcommand.QuickCUDA(t)
			out, errors, status := invoke(append(append([]string{"profile", "-html=" + page}, target...), file, "n="+n)...)
			switch {
			case status == statusEnvironment:
				t.Skipf("%.500s", errors)
			case status != statusGood:
				t.Fatalf("status %d: %s", status, errors)
			}
			if !strings.HasPrefix(out, "it = "+n+" : int\n") {
				t.Errorf("the program prints %.100q", out)
			}
			if !regexp.MustCompile(`at peak  line\n[^\n]*pairs\.nesl:[23]  `).MatchString(out) || !regexp.MustCompile(`\d launches  k_\w+: .*line 3 \d+%`).MatchString(out) {
				t.Errorf("the report is\n%s", out)
			}
			shows(t, page, target[0][8:])
		})
	}
	for _, args := range [][]string{{"profile", "-target=ref", file, "n=1"}, {"profile"}} {
		if _, _, status := invoke(args...); status != statusRejected {
			t.Errorf("%v: status %d", args, status)
		}
	}
}

// shows looks at a page in a browser: lines, the timeline, one line's facts.
func shows(t *testing.T, page, target string) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	dom, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--dump-dom", "file://"+page).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"profile on " + target, `<tr class="some chosen" tabindex="0"><td class="bar"><i style="`, `near = {min_val(`, `<rect x="`,
		`class="area" d="M`, `<h4>Kernels that compute it</h4>`, `<h4>Fusion</h4>`, `in kernel `, `<div class="shares"><i style="`} {
		if !strings.Contains(string(dom), want) {
			t.Errorf("no %s in the page", want)
		}
	}
}

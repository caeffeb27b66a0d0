package main

// The page of -html in a browser: what is clicked is shown in all columns.

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clicks presses the mouse on the first word "pivot" of the column of
// monomorphise, as a reader would.
const clicks = `<script>
const section = [...document.querySelectorAll('section')].find(s => s.textContent.includes('monomorphise'));
const div = [...section.querySelectorAll('.code > div')].find(d => d.textContent.includes('pivot'));
div.scrollIntoView();
const r = document.createRange(), at = div.textContent.indexOf('pivot');
r.setStart(div.firstChild, at); r.setEnd(div.firstChild, at + 5);
const box = r.getBoundingClientRect();
div.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2}));
</script></body>`

func TestHTML(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	file := filepath.Join(t.TempDir(), "q.html")
	nessiec(t, "-O2", "-exec-check", "-html="+file, "../../examples/quicksort.nesl")
	dom := func(file string) string {
		out, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--dump-dom", "file://"+file).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	page := dom(file + "#line=0:6")
	for _, want := range []string{`<h2>source<small>../../examples/quicksort.nesl</small></h2>`, `<h2>5 monomorphise<small>nkl.mono</small></h2>`,
		`<div data-n="6" class="here">        lesser  = {e in a | e &lt; pivot};</div>`, // the line itself
		`class="new here">    (let lesser:[int] (eachif`,                                // in the first typed language
		`<svg width=`, `>segmap.1</text>`, // the graph of fusion
		`<tr><td>arrays</td><td class="less">`, // costs
		`<tr><td>fused</td><td>`,               // counters of passes
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "</body>", clicks, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	page = dom(file)
	if columns := len(regexp.MustCompile(`<section>`).FindAllString(page, -1)); columns < 25 {
		t.Errorf("%d columns", columns)
	}
	if marks := strings.Count(page, "<mark>pivot</mark>"); marks < 20 {
		t.Errorf("pivot is marked %d times", marks)
	}
	if !strings.Contains(page, `class="here">    let <mark>pivot</mark>   = a[#a / 2];</div>`) {
		t.Error("the line of the source that pivot comes from is not shown")
	}
	if !regexp.MustCompile(`<span id="what">pivot: \d\d+ lines in \d\d columns</span>`).MatchString(page) {
		t.Error("no summary of what is shown")
	}
}

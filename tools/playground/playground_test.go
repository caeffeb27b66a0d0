package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// An example runs, and says what it cost.
func TestExample(t *testing.T) {
	p := open(t, "")
	p.choose("quicksort")
	p.wait(`!document.getElementById("costs").hidden`)
	if got := p.text("#results"); !strings.Contains(got, "it = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] : [int]") {
		t.Errorf("the output is %q", got)
	}
	if got := p.text("#costs"); !strings.Contains(got, "kernels\n") || strings.Contains(got, "launches\n0") {
		t.Errorf("the costs are %q", got)
	}
}

// A mistake is shown while typing, and where it is.
func TestDiagnostic(t *testing.T) {
	p := open(t, "")
	p.write("1;\n2 + 1.5;")
	p.wait(`document.querySelector("#marks button b")?.textContent === "2:3"`)
	if got := p.text("#marks"); !strings.Contains(got, "the operands of `+` have one type") {
		t.Errorf("the mistake is %q", got)
	}
	if got := value[string](p, `document.querySelector(".cm-lintRange-error").textContent`); got != "+" {
		t.Errorf("%q is underlined", got)
	}
}

// How a program fails, and where.
func TestFailure(t *testing.T) {
	p := open(t, "")
	p.write("{6 / x : x in [1, 0]};")
	p.do(chromedp.Click("#run"))
	p.wait(`document.querySelector(".problem .place")?.textContent === "1:4"`)
	if got := p.text(".problem"); !strings.Contains(got, "Divide by zero") {
		t.Errorf("the failure is %q", got)
	}
}

// Pictures have pixels of more than one colour.
func TestPictures(t *testing.T) {
	p := open(t, "")
	for name, width := range map[string]int{"fractal": 480, "mandelbrot": 10, "sunflower": 0} {
		p.choose(name)
		p.wait(`document.querySelector("#results canvas") && document.body.dataset.state === "ready"`)
		const colours = `(() => { const c = document.querySelector("#results canvas"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data, s = new Set();
			for (let i = 0; i < d.length; i += 4) s.add(d[i] << 24 | d[i + 1] << 16 | d[i + 2] << 8 | d[i + 3]); return s.size; })()`
		if n := value[int](p, colours); n < 3 {
			t.Errorf("%s: %d colours", name, n)
		}
		if w := value[int](p, `document.querySelector("#results canvas").width`); width > 0 && w != width {
			t.Errorf("%s is %d wide, want %d", name, w, width)
		}
	}
}

// A link has the program in it.
func TestShare(t *testing.T) {
	p := open(t, "")
	const program = "{x * 2 : x in [1, 2, 3]}; % shared %"
	p.write(program)
	p.do(chromedp.Click("#share"))
	p.wait(`location.hash.startsWith("#p=")`)
	link := value[string](p, `location.hash`)
	again := open(t, link)
	if got := again.text(".cm-content"); got != program {
		t.Errorf("the program is %q", got)
	}
	damaged := open(t, link[:len(link)/2])
	damaged.wait(`document.getElementById("toast").textContent.includes("cannot be read")`)
}

// A program that does not end is ended, and the next one runs.
func TestStop(t *testing.T) {
	p := open(t, "")
	p.write("function forever(n) : int -> int = if n < 0 then n else forever(rem(n + 1, 7)); forever(0);")
	p.do(chromedp.Click("#run"))
	p.wait(`document.body.dataset.state === "running"`)
	p.do(chromedp.Click("#run"))
	p.wait(`document.getElementById("results").textContent.startsWith("Stopped after")`)
	p.choose("dotprod")
	p.wait(`document.getElementById("results").textContent.includes("it = ")`)
}

// Too deep a recursion is a failure of the program, not of the page.
func TestDepth(t *testing.T) {
	p := open(t, "")
	p.write("function deep(n) : int -> int = if n == 0 then 0 else 1 + 2 * deep(n - 1); deep(10000000);")
	p.do(chromedp.Click("#run"))
	p.wait(`document.querySelector(".problem")?.textContent.includes("Out of memory")`)
	p.choose("dotprod")
	p.wait(`document.getElementById("results").textContent.includes("it = ")`)
}

// The pipeline has passes to choose from; a line of the program lights up what became of it.
func TestPipeline(t *testing.T) {
	p := open(t, "")
	p.choose("dotprod")
	p.do(chromedp.Click(`nav button[data-tab="pipeline"]`))
	p.wait(`document.querySelector('#passes [aria-selected="true"]')?.textContent === "flatten"`)
	p.do(chromedp.Click("#later"))
	p.wait(`document.querySelector('#passes [aria-selected="true"]')?.textContent !== "flatten"`)
	for target, want := range map[string]string{"opencl": "OpenCL", "cuda": "CUDA", "wasm": "(module"} {
		p.do(chromedp.Evaluate(`{ const s = document.getElementById("target"); s.value = "`+target+`"; s.dispatchEvent(new Event("change")); }`, nil))
		p.wait(`document.querySelector("#pipeline").dataset.state === ""`)
		p.do(chromedp.Evaluate(`document.querySelector("#generated .cm-scroller").scrollTop = 0`, nil))
		p.wait(`document.querySelector("#generated .cm-content").textContent.includes("` + want + `")`)
	}
	p.wait(`document.querySelector("#pipeline").dataset.costs === "counted"`)
	p.do(chromedp.Evaluate(`[...document.querySelectorAll("#passes .chip")].find((c) => c.textContent === "flatten").click()`, nil))
	if got := p.text("#pass .costs"); !strings.Contains(got, "launches: ") || !strings.Contains(got, "most bytes at a time: ") {
		t.Errorf("the costs after flatten are %q", got)
	}
	at := value[[]float64](p, `(() => { const l = [...document.querySelectorAll("#editor .cm-line")].find((l) => l.textContent.includes("sum(")).getBoundingClientRect(); return [l.left + 60, l.top + 5]; })()`)
	p.do(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
	p.wait(`document.querySelectorAll("#pass .cm-line.lit").length > 0`)
	if got := p.text("#generated .about"); !strings.Contains(got, "lit") {
		t.Errorf("nothing is lit of what is generated: %q", got)
	}
}

// A first visit loads no more than six and a quarter million bytes, compressed. How long it takes depends on who
// else is on the machine.
func TestSize(t *testing.T) {
	p := open(t, "")
	t.Logf("ready after %.0f ms", value[float64](p, `performance.getEntriesByName("ready")[0].startTime`))
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f, ".gzip") {
			if b, err = compressed(b); err != nil {
				t.Fatal(err)
			}
		}
		total += len(b)
	}
	t.Logf("%d bytes", total)
	if total > 6_250_000 {
		t.Errorf("%d bytes", total)
	}
}

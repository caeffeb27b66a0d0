package main

// A page of the playground in a headless Chromium.

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long anything may take: the machine may be busy.
const patience = 2 * time.Minute

// folder is where the playground was written, once it was.
var folder string

// built writes the playground.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "playground")
	if err == nil {
		folder = dir
		err = build("../..", dir)
	}
	return dir, err
})

// browser is a browser that was started, in which tests open pages, and end ends it: starting one
// takes longer than most tests.
var (
	browser = sync.OnceValue(func() context.Context {
		flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("disable-gpu", true), chromedp.WSURLReadTimeout(patience))
		var ctx context.Context
		ctx, end = chromedp.NewExecAllocator(context.Background(), flags...)
		ctx, _ = chromedp.NewContext(ctx)
		return ctx
	})
	end = func() {}
)

func TestMain(m *testing.M) {
	status := m.Run()
	end()
	if folder != "" {
		os.RemoveAll(folder)
	}
	os.Exit(status)
}

// A page is the playground in a browser.
type page struct {
	*testing.T
	ctx context.Context
	url string
}

// open serves the playground and opens it; the test is skipped where it cannot be.
func open(t *testing.T, fragment string) *page {
	t.Helper()
	for _, program := range []string{"chromium", "npm", "node"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	if err := chromedp.Run(browser()); err != nil { // starts it
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(browser(), patience)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &page{t, ctx, server.URL + "/"}
	chromedp.ListenTarget(ctx, func(e any) {
		if e, ok := e.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page: %s", e.ExceptionDetails.Error())
		}
	})
	p.do(chromedp.EmulateViewport(1360, 850), chromedp.Navigate(p.url+fragment))
	p.wait(`document.body.dataset.state === "ready"`)
	return p
}

func (p *page) do(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// wait waits until an expression of JavaScript is true.
func (p *page) wait(condition string) {
	p.Helper()
	if err := chromedp.Run(p.ctx, chromedp.Poll(condition, nil, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(patience))); err != nil {
		p.Fatalf("%s: %v; the output is %q", condition, err, p.text("#results"))
	}
}

// value is the value of an expression.
func value[T any](p *page, expression string) (v T) {
	p.Helper()
	p.do(chromedp.Evaluate(expression, &v))
	return v
}

// text is the text of an element.
func (p *page) text(selector string) string {
	p.Helper()
	return value[string](p, `document.querySelector("`+selector+`").innerText`)
}

// choose takes an example, and write replaces the program.
func (p *page) choose(name string) {
	p.Helper()
	p.do(chromedp.Evaluate(`{ const s = document.getElementById("examples"); s.value = "`+name+`"; s.dispatchEvent(new Event("change")); }`, nil))
}

func (p *page) write(program string) {
	p.Helper()
	const editor = "#editor .cm-content"
	p.do(chromedp.Focus(editor), input.DispatchKeyEvent(input.KeyDown).WithModifiers(input.ModifierCtrl).WithKey("a").WithCode("KeyA").WithWindowsVirtualKeyCode('A'),
		input.InsertText(program))
	if got := p.text(editor); got != program {
		p.Fatalf("the program is %q", got)
	}
}

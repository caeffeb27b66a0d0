package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

const harlanSample = `(module
  (import random)
  ; A point of the plane.
  (define-datatype Point (Point float float))
  (define-macro twice () ((_ e) (let ((x e)) (+ x x))))
  ; The distance from the origin.
  ; It is never negative.
  (define (size (Point a b))
    (sqrt (+ (* a a) (* b b))))
  (define (grown x)
    (let ((x (twice x)))
      (kernel ((i (iota 3))) (+ i x))))
  (define (main)
    (println (size (Point 3.0 4.0)))
    (println (grown 4))
    0))
`

// TestHarlan asks for the names of a program in Harlan, while it is right and when not.
func TestHarlan(t *testing.T) {
	c := newClient(t)
	file := filepath.Join(t.TempDir(), "a.kfc")
	if d := c.open(file, harlanSample); len(d) > 0 {
		t.Fatal(d)
	}
	hover := func(at string, want ...string) {
		t.Helper()
		var h protocol.Hover
		c.call(protocol.MethodTextDocumentHover, c.at(file, at, 0), &h)
		for _, w := range want {
			if !strings.Contains(h.Contents.Value, w) {
				t.Errorf("%s: %q", at, h.Contents.Value)
			}
		}
	}
	// where are the places of an answer, as line:column.
	where := func(method string, params any) (out []protocol.Position) {
		var found []protocol.Location
		c.call(method, params, &found)
		for _, l := range found {
			out = append(out, l.Range.Start)
		}
		return out
	}
	defined := func(at string, want ...protocol.Position) {
		t.Helper()
		got := where(protocol.MethodTextDocumentDefinition, c.at(file, at, 0))
		if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("definition of %s: %v", at, got)
		}
	}
	hover("size (Point 3", "(size (Point a b)) : (Point) -> float", "The distance from the origin.\nIt is never negative.")
	hover("Point 3", "(Point float float) : Point")
	hover("Point (", "(define-datatype Point (Point float float))", "A point of the plane.")
	hover("a a", "a : float")
	hover("i x", "i : int")
	hover("twice x", "(twice e)")
	hover("e)) (+", "a part of what the macro gets")
	hover("kernel", "(kernel ((x v) ...) body ...)")
	hover("* b", "(* a b)")
	hover("sqrt", "From the library `core`.")
	defined("size (Point 3", protocol.Position{Line: 7, Character: 11})
	defined("Point 3", protocol.Position{Line: 3, Character: 26})
	defined("twice x", protocol.Position{Line: 4, Character: 16})
	defined("x)))\n      (k", protocol.Position{Line: 9, Character: 17})
	defined("x))))\n  (define (main", protocol.Position{Line: 10, Character: 11})
	defined("e)) (+", protocol.Position{Line: 4, Character: 29})
	defined("sqrt")
	defined("3.0")
	uses := where(protocol.MethodTextDocumentReferences, with(c.at(file, "grown x", 0), "context", protocol.ReferenceContext{IncludeDeclaration: true}))
	if len(uses) != 2 || uses[1] != (protocol.Position{Line: 14, Character: 14}) {
		t.Error("references", uses)
	}
	var symbols []protocol.DocumentSymbol
	c.call(protocol.MethodTextDocumentDocumentSymbol, c.at(file, "main", 0), &symbols)
	var names []string
	for _, s := range symbols {
		names = append(names, s.Name)
		for _, child := range s.Children {
			names = append(names, "-"+child.Name)
		}
	}
	if got := strings.Join(names, " "); got != "Point -Point twice size grown main" {
		t.Error("symbols", got)
	}
	var list protocol.CompletionList
	c.call(protocol.MethodTextDocumentCompletion, c.at(file, "own 4", 0), &list)
	if len(list.Items) != 1 || list.Items[0].Label != "grown" {
		t.Error("completion", list.Items)
	}
	if c.call(protocol.MethodTextDocumentRename, with(c.at(file, "grown 4", 0), "newName", "larger"), nil) == nil {
		t.Error("a function has another name")
	}
	// A bracket is missing in main: all else is known, types as they were.
	at := strings.Index(harlanSample, "(println (grown")
	c.checked(file, func() { c.replace(file, at, at, "\n((") })
	defined("x))))\n  (define (main", protocol.Position{Line: 10, Character: 11})
	hover("size (Point a", "(size (Point a b)) : (Point) -> float")
	c.exit()
}

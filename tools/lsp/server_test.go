package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// A client is an editor that speaks the protocol.
type client struct {
	t     *testing.T
	s     *Server
	conn  jsonrpc2.Stream
	next  int32
	diags map[string][]protocol.Diagnostic // by address, those that were published last
	seen  int                              // how often
	ended chan bool
	texts map[string]string // of the documents that are open
}

func newClient(t *testing.T) *client {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &client{t: t, s: New(), conn: jsonrpc2.NewStream(&connection{Reader: toClient, Writer: fromClient}), diags: map[string][]protocol.Diagnostic{},
		ended: make(chan bool, 1), texts: map[string]string{}}
	c.s.Delay = 0
	go func() {
		good := c.s.Serve(toServer, fromServer)
		fromServer.Close()
		c.ended <- good
	}()
	var init protocol.InitializeResult
	c.call(protocol.MethodInitialize, map[string]any{"capabilities": map[string]any{}}, &init)
	if init.Capabilities.RenameProvider == nil || init.Capabilities.CompletionProvider == nil {
		t.Errorf("the server can %+v", init.Capabilities)
	}
	c.tell(protocol.MethodInitialized, map[string]any{})
	return c
}

func (c *client) tell(method string, params any) {
	c.t.Helper()
	n, err := jsonrpc2.NewNotification(method, params)
	if err == nil {
		_, err = c.conn.Write(context.Background(), n)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// call asks and waits for the answer; what else comes is noted. It returns the error of
// the answer.
func (c *client) call(method string, params, result any) error {
	c.t.Helper()
	c.next++
	q, err := jsonrpc2.NewCall(jsonrpc2.NewNumberID(c.next), method, params)
	if err == nil {
		_, err = c.conn.Write(context.Background(), q)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	for {
		if r, ok := c.receive().(*jsonrpc2.Response); ok {
			if r.Err() == nil && result != nil && len(r.Result()) > 0 {
				if err := json.Unmarshal(r.Result(), result); err != nil {
					c.t.Fatalf("%s: %v in %s", method, err, r.Result())
				}
			}
			return r.Err()
		}
	}
}

func (c *client) receive() jsonrpc2.Message {
	c.t.Helper()
	m, _, err := c.conn.Read(context.Background())
	if err != nil {
		c.t.Fatal(err)
	}
	if n, ok := m.(*jsonrpc2.Notification); ok && n.Method() == protocol.MethodTextDocumentPublishDiagnostics {
		var p protocol.PublishDiagnosticsParams
		if err := json.Unmarshal(n.Params(), &p); err != nil {
			c.t.Fatal(err)
		}
		c.diags[fileOf(p.URI)] = p.Diagnostics
		c.seen++
	}
	return m
}

// checked waits for diagnostics of a file that are newer than those before do.
func (c *client) checked(file string, do func()) []protocol.Diagnostic {
	c.t.Helper()
	delete(c.diags, file)
	do()
	for {
		if d, ok := c.diags[file]; ok {
			return d
		}
		c.receive()
	}
}

func (c *client) open(file, text string) []protocol.Diagnostic {
	c.t.Helper()
	return c.checked(file, func() {
		c.texts[file] = text
		c.tell(protocol.MethodTextDocumentDidOpen, &protocol.DidOpenTextDocumentParams{
			TextDocument: protocol.TextDocumentItem{URI: uriOf(file), LanguageID: "nesl", Version: 1, Text: text}})
	})
}

// replace replaces a part of a document by offsets.
func (c *client) replace(file string, from, to int, with string) {
	old := newText(c.texts[file])
	at := func(n int) protocol.Position {
		line := strings.Count(old.all[:n], "\n")
		start := strings.LastIndexByte(old.all[:n], '\n') + 1
		return old.position(line+1, len([]rune(old.all[start:n]))+1)
	}
	c.texts[file] = old.all[:from] + with + old.all[to:]
	c.tell(protocol.MethodTextDocumentDidChange, map[string]any{
		"textDocument":   map[string]any{"uri": uriOf(file), "version": 2},
		"contentChanges": []any{map[string]any{"range": protocol.Range{Start: at(from), End: at(to)}, "text": with}}})
}

func (c *client) exit() {
	c.t.Helper()
	if err := c.call(protocol.MethodShutdown, nil, nil); err != nil {
		c.t.Error(err)
	}
	if err := c.call(protocol.MethodTextDocumentHover, map[string]any{}, nil); err == nil {
		c.t.Error("there are answers after shutdown")
	}
	c.tell(protocol.MethodExit, nil)
	if !<-c.ended {
		c.t.Error("the server has not ended well")
	}
}

// at is the parameters of a request about a place, the start of the nth word in a text.
func (c *client) at(file, word string, nth int) map[string]any {
	c.t.Helper()
	text := c.texts[file]
	at := -1
	for ; nth >= 0; nth-- {
		n := strings.Index(text[at+1:], word)
		if n < 0 {
			c.t.Fatalf("%s is not in %s", word, file)
		}
		at += 1 + n
	}
	line := strings.Count(text[:at], "\n")
	start := strings.LastIndexByte(text[:at], '\n') + 1
	return map[string]any{"textDocument": map[string]any{"uri": uriOf(file)},
		"position": newText(text).position(line+1, len([]rune(text[start:at]))+1)}
}

func with(params map[string]any, key string, value any) map[string]any {
	params[key] = value
	return params
}

const sample = `% The mean, and how far numbers are from it. %
function mean(xs) = sum(xs) / float(#xs);

% How far numbers are from their mean.
  cost: work n, span log n
  example: spread([1.0, 3.0]) = 2.0 %
function spread(xs) =
  let m = mean(xs);
      ds = {(x - m) * (x - m) : x in xs}
  in sum(ds);

function both(a, b) = (spread(a), {b : b});

both([1.0, 2.0], [3.0, 5.0]);
`

// TestRequests asks everything once.
func TestRequests(t *testing.T) {
	c := newClient(t)
	file := filepath.Join(t.TempDir(), "a.nesl")
	text := sample
	if d := c.open(file, text); len(d) > 0 {
		t.Fatal(d)
	}

	var h protocol.Hover
	for _, q := range []struct {
		word string
		nth  int
		want string
	}{
		{"spread(a)", 0, "How far numbers are from their mean."}, {"spread(a)", 0, "spread : [float] -> float"}, {"spread(a)", 0, "Cost: work n, span log n"},
		{"m) * ", 0, "m : float"}, {"ds)", 0, "ds : [float]"}, {"ds = ", 0, "ds : [float]"}, {"sum(ds)", 0, "sum : "}, {"mean(xs) =", 0, "mean : [float] -> float"},
	} {
		if err := c.call(protocol.MethodTextDocumentHover, c.at(file, q.word, q.nth), &h); err != nil || !strings.Contains(h.Contents.Value, q.want) {
			t.Errorf("%s is %v %q, not %q", q.word, err, h.Contents.Value, q.want)
		}
	}

	var to []protocol.Location
	c.call(protocol.MethodTextDocumentDefinition, c.at(file, "m) * ", 0), &to)
	if len(to) != 1 || to[0].Range.Start != (protocol.Position{Line: 7, Character: 6}) {
		t.Errorf("m is defined at %v", to)
	}
	c.call(protocol.MethodTextDocumentDefinition, c.at(file, "spread(a)", 0), &to)
	if len(to) != 1 || to[0].Range.Start.Line != 6 || to[0].URI != uriOf(file) {
		t.Errorf("spread is defined at %v", to)
	}

	var refs []protocol.Location
	c.call(protocol.MethodTextDocumentReferences, with(c.at(file, "m = ", 0), "context", map[string]any{"includeDeclaration": true}), &refs)
	if len(refs) != 3 {
		t.Errorf("m is at %v", refs)
	}
	var lit []protocol.DocumentHighlight
	c.call(protocol.MethodTextDocumentDocumentHighlight, c.at(file, "xs) = sum", 0), &lit)
	if len(lit) != 3 {
		t.Errorf("xs is at %v", lit)
	}

	var edit protocol.WorkspaceEdit
	if err := c.call(protocol.MethodTextDocumentRename, with(c.at(file, "mean(xs);", 0), "newName", "average"), &edit); err != nil {
		t.Fatal(err)
	}
	if es := edit.Changes[uriOf(file)]; len(es) != 2 {
		t.Errorf("renaming mean changes %v", edit.Changes)
	}
	for _, wrong := range []string{"1x", "a b", "", "let", "t"} {
		if err := c.call(protocol.MethodTextDocumentRename, with(c.at(file, "mean(xs);", 0), "newName", wrong), &edit); err == nil {
			t.Errorf("mean may be %q", wrong)
		}
	}
	if err := c.call(protocol.MethodTextDocumentRename, with(c.at(file, "sum(ds)", 0), "newName", "total"), &edit); err == nil {
		t.Error("sum may be renamed")
	}
	c.call(protocol.MethodTextDocumentRename, with(c.at(file, "b)", 0), "newName", "q"), &edit)
	if out := apply(text, edit.Changes[uriOf(file)]); !strings.Contains(out, "both(a, q) = (spread(a), {b : b in q})") {
		t.Errorf("renaming the parameter gives %s", out)
	}
	c.call(protocol.MethodTextDocumentRename, with(c.at(file, "b : b", 0), "newName", "q"), &edit)
	if out := apply(text, edit.Changes[uriOf(file)]); !strings.Contains(out, "both(a, b) = (spread(a), {q : q in b})") {
		t.Errorf("renaming the element gives %s", out)
	}
	var r *protocol.Range
	c.call(protocol.MethodTextDocumentPrepareRename, c.at(file, "ds)", 0), &r)
	if r == nil || r.End.Character-r.Start.Character != 2 {
		t.Errorf("ds is at %v", r)
	}

	var list protocol.CompletionList
	c.call(protocol.MethodTextDocumentCompletion, c.at(file, "m) * ", 0), &list)
	labels := func() (out []string) {
		for _, i := range list.Items {
			out = append(out, i.Label)
		}
		return out
	}
	for _, want := range []string{"ds", "xs", "mean", "sum", "let"} {
		if !slices.Contains(labels(), want) {
			t.Errorf("%s does not complete", want)
		}
	}
	end := c.at(file, "spread(a)", 0)
	end["position"] = protocol.Position{Line: end["position"].(protocol.Position).Line, Character: end["position"].(protocol.Position).Character + 3}
	c.call(protocol.MethodTextDocumentCompletion, end, &list)
	if got := labels(); len(got) != 1 || got[0] != "spread" || list.Items[0].Detail != "[float] -> float" {
		t.Errorf("spr completes to %v", got)
	}

	var sig *protocol.SignatureHelp
	at := c.at(file, ", [3.0", 0)
	at["position"] = protocol.Position{Line: at["position"].(protocol.Position).Line, Character: at["position"].(protocol.Position).Character + 2}
	c.call(protocol.MethodTextDocumentSignatureHelp, at, &sig)
	if sig == nil || !strings.HasPrefix(sig.Signatures[0].Label, "both : ([float], ") || sig.ActiveParameter != 1 || len(sig.Signatures[0].Parameters) != 2 {
		t.Errorf("both is %+v", sig)
	}

	var syms []protocol.DocumentSymbol
	c.call(protocol.MethodTextDocumentDocumentSymbol, c.at(file, "mean", 0), &syms)
	if len(syms) != 3 || syms[1].Name != "spread" || syms[1].Detail != "[float] -> float" {
		t.Errorf("the symbols are %v", syms)
	}

	var edits []protocol.TextEdit
	c.replace(file, strings.Index(text, " = sum(xs)"), strings.Index(text, " = sum(xs)")+3, "=")
	c.call(protocol.MethodTextDocumentFormatting, map[string]any{"textDocument": map[string]any{"uri": uriOf(file)}, "options": map[string]any{"tabSize": 2}}, &edits)
	if len(edits) != 1 || !strings.Contains(edits[0].NewText, "mean(xs) = sum(xs)") {
		t.Errorf("formatting gives %v", edits)
	}
	if err := c.call("textDocument/nonsense", map[string]any{}, nil); err == nil {
		t.Error("there is an answer to nonsense")
	}
	if err := c.call(protocol.MethodTextDocumentHover, []int{1}, nil); err == nil {
		t.Error("there is an answer to wrong parameters")
	}
	c.exit()
}

// TestDiagnostics looks at mistakes while they come and go, and at types that stay.
func TestDiagnostics(t *testing.T) {
	c := newClient(t)
	file := filepath.Join(t.TempDir(), "a.nesl")
	if d := c.open(file, sample); len(d) > 0 {
		t.Fatal(d)
	}
	at := strings.Index(sample, "{b : b}")
	if d := c.checked(file, func() { c.replace(file, at, at+7, "{é : é in ß}") }); len(d) != 1 || d[0].Range.Start != (protocol.Position{Line: 11, Character: 44}) {
		t.Error(d)
	}
	if d := c.checked(file, func() { c.replace(file, at, at+len("{é : é in ß}"), "{x : x in b}") }); len(d) > 0 {
		t.Error(d)
	}
	if d := c.checked(file, func() { c.replace(file, 0, 0, "function early(v) = latr(v);\n") }); len(d) != 1 || d[0].Range.Start != (protocol.Position{Line: 0, Character: 20}) ||
		d[0].Range.End.Character != 24 {
		t.Error(d)
	}
	var h protocol.Hover // the chunk did not change
	if c.call(protocol.MethodTextDocumentHover, c.at(file, "ds)", 0), &h); !strings.Contains(h.Contents.Value, "ds : [float]") {
		t.Error(h.Contents.Value)
	}
	c.tell(protocol.MethodTextDocumentDidClose, &protocol.DidCloseTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: uriOf(file)}})
	for len(c.diags[file]) > 0 {
		c.receive()
	}
	kfc := filepath.Join(t.TempDir(), "a.kfc")
	good := "(module\n  (define (main)\n    (println (reduce + (kernel ((x (iota 10))) (* x x))))\n    0))\n"
	if d := c.open(kfc, good); len(d) > 0 {
		t.Error(d)
	}
	at = strings.Index(good, "x x")
	if d := c.checked(kfc, func() { c.replace(kfc, at, at+1, "é") }); len(d) != 1 || d[0].Range.Start != (protocol.Position{Line: 2, Character: 50}) {
		t.Error(d)
	}
	c.call(protocol.MethodTextDocumentHover, c.at(kfc, "iota", 0), &h)
	c.exit()
}

// TestVcode wants mistakes of programs in VCODE, and what their words are.
func TestVcode(t *testing.T) {
	c := newClient(t)
	file := filepath.Join(t.TempDir(), "a.vcode")
	good := "FUNC MAIN\n  CONST INT ( 1 2 ) CONST SEGDES 2 +_SCAN INT { of two }\nRET\n"
	if d := c.open(file, good); len(d) > 0 {
		t.Error(d)
	}
	for word, want := range map[string]string{
		"SCAN INT": "`+_SCAN` of INT, FLOAT: v, descriptor → v\n\nExclusive scan within each segment, from the identity.",
		"CONST":    "`CONST type literal` pushes", "MAIN": "", "two": "",
	} {
		var h protocol.Hover
		if c.call(protocol.MethodTextDocumentHover, c.at(file, word, 0), &h); !strings.HasPrefix(h.Contents.Value, want) || want == "" && h.Contents.Value != "" {
			t.Errorf("%s: %q", word, h.Contents.Value)
		}
	}
	at := strings.Index(good, "SEGDES")
	d := c.checked(file, func() { c.replace(file, at, at+6, "FLOAT") })
	if len(d) != 1 || d[0].Range.Start.Line != 1 || !strings.HasPrefix(fmt.Sprint(d[0].Code), "E05") {
		t.Error(d)
	}
	d = c.checked(file, func() { c.replace(file, strings.Index(good, "CONST"), strings.Index(good, "CONST")+5, "CONTS") })
	if len(d) == 0 || d[0].Range.Start != (protocol.Position{Line: 1, Character: 2}) || d[0].Range.End.Character != 7 {
		t.Error(d)
	}
	c.exit()
}

// TestVcodeNames asks for the functions of a program in VCODE, while it is right and when not.
func TestVcodeNames(t *testing.T) {
	c := newClient(t)
	file := filepath.Join(t.TempDir(), "a.vcode")
	c.open(file, "FUNC MAIN { CALL twice }\n  CONST INT 3 CALL twice CALL twice\nRET\nFUNC twice\n  COPY 1 0 + INT\nRET\n")
	span := func(line, from, to uint32) protocol.Range {
		return protocol.Range{Start: protocol.Position{Line: line, Character: from}, End: protocol.Position{Line: line, Character: to}}
	}
	where := func(method string, params any) (out []protocol.Range) {
		var found []protocol.Location
		c.call(method, params, &found)
		for _, l := range found {
			out = append(out, l.Range)
		}
		return out
	}
	use := c.at(file, "twice CALL", 0)
	if got := where(protocol.MethodTextDocumentDefinition, use); !slices.Equal(got, []protocol.Range{span(3, 5, 10)}) {
		t.Error("definition", got)
	}
	uses := []protocol.Range{span(1, 19, 24), span(1, 30, 35)}
	if got := where(protocol.MethodTextDocumentReferences, with(c.at(file, "twice\n", 0), "context", protocol.ReferenceContext{})); !slices.Equal(got, uses) {
		t.Error("references", got)
	}
	if got := where(protocol.MethodTextDocumentReferences, with(c.at(file, "twice CALL", 0), "context", protocol.ReferenceContext{IncludeDeclaration: true})); !slices.Equal(got, append(uses, span(3, 5, 10))) {
		t.Error("references with the definition", got)
	}
	if got := where(protocol.MethodTextDocumentDefinition, c.at(file, "CONST", 0)); len(got) != 0 {
		t.Error("definition of CONST", got)
	}
	var symbols []protocol.DocumentSymbol
	c.call(protocol.MethodTextDocumentDocumentSymbol, use, &symbols)
	if len(symbols) != 2 || symbols[0].Name != "MAIN" || symbols[1].SelectionRange != span(3, 5, 10) {
		t.Error(symbols)
	}
	var list protocol.CompletionList
	c.call(protocol.MethodTextDocumentCompletion, use, &list)
	if len(list.Items) != 2 || list.Items[1].Label != "twice" {
		t.Error("behind CALL", list.Items)
	}
	c.call(protocol.MethodTextDocumentCompletion, c.at(file, "ST INT", 0), &list)
	if len(list.Items) != 1 || list.Items[0].Label != "CONST" {
		t.Error("of CON", list.Items)
	}
	var edit protocol.WorkspaceEdit
	rename := func(to string) error {
		return c.call(protocol.MethodTextDocumentRename, with(c.at(file, "twice CALL", 0), "newName", to), &edit)
	}
	if err := rename("double"); err != nil || len(edit.Changes[uriOf(file)]) != 3 {
		t.Error(edit, err)
	}
	for _, bad := range []string{"MAIN", "a b", ""} {
		if rename(bad) == nil {
			t.Errorf("%q is no name for a function here", bad)
		}
	}
	c.checked(file, func() { c.replace(file, 0, 4, "FNUC") })
	if got := where(protocol.MethodTextDocumentDefinition, use); !slices.Equal(got, []protocol.Range{span(3, 5, 10)}) {
		t.Error("definition in a program with a mistake", got)
	}
	c.exit()
}

// TestLoads asks across files.
func TestLoads(t *testing.T) {
	dir := t.TempDir()
	lib, main := filepath.Join(dir, "lib.nesl"), filepath.Join(dir, "main.nesl")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(lib, "% Two times. %\nfunction twice(v) = {2 * x : x in v};\n")
	c := newClient(t)
	if d := c.open(main, "load \"lib\";\ntwice(twice([1]));\n"); len(d) > 0 {
		t.Fatal(d)
	}
	var to, refs []protocol.Location
	c.call(protocol.MethodTextDocumentDefinition, c.at(main, "twice", 0), &to)
	if len(to) != 1 || to[0].URI != uriOf(lib) || to[0].Range.Start != (protocol.Position{Line: 1, Character: 9}) {
		t.Errorf("twice is defined at %v", to)
	}
	var h protocol.Hover
	c.call(protocol.MethodTextDocumentHover, c.at(main, "twice", 0), &h)
	if !strings.Contains(h.Contents.Value, "Two times.") || !strings.Contains(h.Contents.Value, "[int] -> [int]") {
		t.Error(h.Contents.Value)
	}
	c.open(lib, "% Two times. %\nfunction twice(v) = {2 * x : x in v};\n\nfunction four(v) = twice(twice(v));\n")
	c.call(protocol.MethodTextDocumentReferences, with(c.at(lib, "twice", 0), "context", map[string]any{"includeDeclaration": true}), &refs)
	if len(refs) != 5 {
		t.Errorf("twice is at %v", refs)
	}
	var edit protocol.WorkspaceEdit
	if err := c.call(protocol.MethodTextDocumentRename, with(c.at(main, "twice", 1), "newName", "double"), &edit); err != nil || len(edit.Changes) != 2 {
		t.Errorf("%v: %v", err, edit.Changes)
	}
	c.exit()
}

// TestIncremental counts what an edit of a large program parses: a few chunks, also where
// the edit is a mistake, whatever ends the forms.
func TestIncremental(t *testing.T) {
	for _, end := range []string{";", " $"} {
		var b strings.Builder
		for i := range 1000 {
			fmt.Fprintf(&b, "function f%d(a) =\n  let s = sum(a);\n      m = s / #a\n  in {x - m : x in a}%s\n\n", i, end)
		}
		c := newClient(t)
		file := filepath.Join(t.TempDir(), "a.nesl")
		if d := c.open(file, b.String()); len(d) > 0 {
			t.Fatal(d)
		}
		p := &c.s.docs[file].parser
		if p.parsed != 1000 {
			t.Errorf("%d chunks", p.parsed)
		}
		at := strings.Index(b.String(), "f500(a)") + len("f500(a)")
		for _, typed := range []string{"0", "(", ")", "[0"} {
			c.replace(file, at, at, typed)
		}
		var h protocol.Hover
		start := time.Now()
		c.call(protocol.MethodTextDocumentHover, c.at(file, "m = s", 900), &h)
		t.Logf("an answer after an edit takes %v", time.Since(start))
		if p.parsed > 1012 {
			t.Errorf("four edits parse %d chunks", p.parsed-1000)
		}
		c.exit()
	}
}

// TestUnread changes a document many times before it reads what comes of it: the server waited for its
// messages to be read, and the client for its own.
func TestUnread(t *testing.T) {
	c := newClient(t)
	file := filepath.Join(t.TempDir(), "a.nesl")
	c.open(file, sample)
	for range 50 {
		c.replace(file, 0, 0, "1;\n")
		q, err := jsonrpc2.NewCall(jsonrpc2.NewNumberID(1000), protocol.MethodTextDocumentDocumentSymbol, map[string]any{"textDocument": map[string]any{"uri": uriOf(file)}})
		if err == nil {
			_, err = c.conn.Write(context.Background(), q)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for n := 0; n < 50; {
		if r, ok := c.receive().(*jsonrpc2.Response); ok && r.Err() == nil {
			n++
		}
	}
	c.exit()
}

// TestJoined cuts a form in two: its parts are one chunk, others stay as they are.
func TestJoined(t *testing.T) {
	var p parser
	texts := []string{"function pick(a, b) : (a, b) -> a :: a in number; b in any = a;", "\npick(1, 2);", "\n2 + ;", "\n3;"}
	var got []string
	for _, c := range p.parse(strings.Join(texts, "")) {
		got = append(got, strings.TrimLeft(c.text, " "))
	}
	if !slices.Equal(got, texts) {
		t.Errorf("chunks %q", got)
	}
}

// TestRenameKeepsMeaning renames every name of the examples, one after another: the
// program has the same names in the same places but for the new one.
func TestRenameKeepsMeaning(t *testing.T) {
	eachExample(t, func(file, src string) {
		name, _ := filepath.Abs(file)
		s := New()
		d := newDocument(name)
		d.set(src)
		s.docs[name] = d
		x := s.program(d).index()
		before := shape(s, d)
		for sym, k := range x.defs {
			pos := x.all[k].pos
			if pos.File() != 0 || sym.version == 0 {
				continue
			}
			v := &view{s, d, s.program(d), pos.Line(), pos.Col()}
			edit, err := v.rename("renamed_xyz")
			if err != nil {
				t.Fatalf("%s:%d:%d: %v", file, pos.Line(), pos.Col(), err)
			}
			e := newDocument(name)
			e.set(apply(src, edit.Changes[uriOf(name)]))
			if after := shape(New(), e); after != before {
				t.Errorf("%s:%d:%d: renaming %s changes what names mean", file, pos.Line(), pos.Col(), sym.name)
			}
		}
	})
}

// eachExample calls f with every example and its text.
func eachExample(t *testing.T, f func(file, src string)) {
	files, err := filepath.Glob("../../examples/*.nesl")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f(file, string(src))
	}
}

// shape is which names mean the same in a document, without the names.
func shape(s *Server, d *document) string {
	x := s.program(d).index()
	number := map[symbol]int{}
	var b strings.Builder
	for _, o := range x.all[1:] {
		if o.version == 0 {
			continue
		}
		if _, ok := number[o.symbol]; !ok {
			number[o.symbol] = len(number)
		}
		fmt.Fprint(&b, number[o.symbol], o.def, " ")
	}
	return b.String()
}

// apply makes edits, the last one first.
func apply(src string, edits []protocol.TextEdit) string {
	t := newText(src)
	slices.SortFunc(edits, func(a, b protocol.TextEdit) int { return t.offset(b.Range.Start) - t.offset(a.Range.Start) })
	for _, e := range edits {
		src = src[:t.offset(e.Range.Start)] + e.NewText + src[t.offset(e.Range.End):]
	}
	return src
}

// TestShifted compares chunks at their place with the file parsed as a whole.
func TestShifted(t *testing.T) {
	eachExample(t, func(file, src string) {
		d := newDocument(file)
		d.set(src)
		all := neslparser.Parse(0, src, new(diag.List)).Forms
		var l1 = newCtx().Diags
		places := func(forms []nesl.Expr) (out []string) {
			for _, f := range forms {
				ir.Walk(f, func(e nesl.Expr) bool {
					out = append(out, fmt.Sprint(e.Form(), e.Pos()))
					return true
				})
			}
			return out
		}
		if a, b := places(d.forms(0, l1)), places(all); !slices.Equal(a, b) {
			t.Errorf("%s: chunks have other places than the file", file)
		}
		if n := len(d.chunks); n < 2 && strings.Count(src, ";") > 4 {
			t.Errorf("%s: %d chunks", file, n)
		}
	})
}

package lsp

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

// TestRandomEdits changes documents in any way, asks anything, and wants an answer to all
// of it. It takes a moment; NESSIEC_LSP_EDITS=10m takes longer.
func TestRandomEdits(t *testing.T) {
	long, seed := 3*time.Second, uint64(1)
	if s := os.Getenv("NESSIEC_LSP_EDITS"); s != "" {
		var err error
		if long, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var sources []string
	for _, pattern := range []string{"../../examples/*.nesl", "../../examples/harlan/*.kfc", "../conformance/harlan/testdata/reject/*.kfc", "../../examples/vcode/*.vcode"} {
		files, _ := filepath.Glob(pattern)
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, filepath.Ext(f)+"\x00"+string(b))
		}
	}
	pieces := []string{";", "(", ")", "{", "}", "[", "]", "let ", " in ", "function ", "=", "\"", "%", "`", "é", "𝄞", "\n", " : ", " | ", "if ", " then ", " else ",
		"->", "datatype ", "#", "1", "x", "load \"a\";", "\x00", "\xff", "\r\n", "\\", "(define ", "'", "case ", " of ", "=>", "@0:1:1"}
	methods := []string{protocol.MethodTextDocumentHover, protocol.MethodTextDocumentDefinition, protocol.MethodTextDocumentReferences, protocol.MethodTextDocumentRename,
		protocol.MethodTextDocumentPrepareRename, protocol.MethodTextDocumentCompletion, protocol.MethodTextDocumentSignatureHelp,
		protocol.MethodTextDocumentDocumentSymbol, protocol.MethodTextDocumentFormatting, protocol.MethodTextDocumentDocumentHighlight}
	c := newClient(t)
	asked := 0
	for end := time.Now().Add(long); time.Now().Before(end); {
		ext, text, _ := strings.Cut(sources[r.IntN(len(sources))], "\x00")
		file := filepath.Join(t.TempDir(), "a"+ext)
		c.open(file, text)
		for range 30 {
			s := c.texts[file]
			from := r.IntN(len(s) + 1)
			to := min(len(s), from+r.IntN(4)*r.IntN(8))
			with := pieces[r.IntN(len(pieces))]
			if r.IntN(4) == 0 && len(s) > 0 { // a piece of the text itself
				at := r.IntN(len(s))
				with = s[at:min(len(s), at+r.IntN(40))]
			}
			c.replace(file, from, to, strings.ToValidUTF8(with, "?"))
			line := uint32(r.IntN(strings.Count(s, "\n") + 3))
			method := methods[r.IntN(len(methods))]
			err := c.call(method, map[string]any{"textDocument": map[string]any{"uri": uriOf(file)}, "position": protocol.Position{Line: line, Character: uint32(r.IntN(60))},
				"newName": "q", "context": map[string]any{"includeDeclaration": true}, "options": map[string]any{"tabSize": 2}}, nil)
			if err != nil && !strings.Contains(err.Error(), "name") {
				t.Fatalf("seed %d: %s: %v in\n%s", seed, method, err, c.texts[file])
			}
			asked++
		}
		for _, d := range c.checked(file, func() { c.replace(file, 0, 0, " ") }) {
			if strings.HasPrefix(d.Message, "the compiler has failed") {
				t.Errorf("seed %d: %s in\n%s", seed, d.Message, c.texts[file])
			}
		}
		c.tell(protocol.MethodTextDocumentDidClose, &protocol.DidCloseTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: uriOf(file)}})
	}
	t.Logf("%d questions", asked)
	if asked < 30 {
		t.Error("hardly anything was asked")
	}
	c.exit()
}

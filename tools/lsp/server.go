// Package lsp is a server of the Language Server Protocol for programs in NESL, for mistakes
// and names in programs of Harlan and VCODE. Answers come from what the text is now: documents
// are parsed in chunks, names resolved anew. Whole programs are checked beside that, which
// takes longer: mistakes, and types of names, come when they are known, and stay with the
// pieces of text that did not change.
//
//	server.go     messages in and out
//	outbox.go     messages that are on their way
//	document.go   documents, what they load
//	chunks.go     documents in pieces, parsed once
//	names.go      which names mean the same
//	changes.go    changes of documents, mistakes that are published
//	answers.go    where a name is, renaming
//	describe.go   what a name is
//	completion.go which names may stand at a place
//	check.go      mistakes and types
//	harlan.go     what the names of a program in Harlan mean
//	harlannames.go its answers: what a name is, definitions, uses, symbols, completion
//	vcode.go      what a word of VCODE is
//	vcodenames.go its functions: definitions, uses, other names, completion
//	position.go   lines and columns
package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// A Server serves one editor.
type Server struct {
	Read  func(name string) ([]byte, error) // reads files that are loaded
	Delay time.Duration                     // without changes, before a program is checked

	out *outbox

	sync.Mutex // of all below
	docs       map[string]*document
	programs   map[*document]*program // of documents, as long as none changes
	shutdown   bool
	checks     sync.WaitGroup
	latest     map[string]int // by document, the number of the last check that was asked for
}

// New is a server on the files of the system.
func New() *Server {
	return &Server{Read: os.ReadFile, Delay: 150 * time.Millisecond, docs: map[string]*document{}, programs: map[*document]*program{}, latest: map[string]int{}}
}

// Serve answers what comes in until the editor says exit or closes the connection. The
// result is whether it has said shutdown before.
func (s *Server) Serve(in io.Reader, out io.Writer) bool {
	c := &connection{Reader: in, Writer: out}
	stream := jsonrpc2.NewStream(c)
	s.out = newOutbox(stream)
	defer s.out.close()
	for {
		m, _, err := stream.Read(context.Background())
		if err != nil {
			if !c.ended { // the message was wrong; the next one may be right
				continue
			}
			s.checks.Wait()
			return s.shutdown
		}
		switch m := m.(type) {
		case *jsonrpc2.Call:
			result, err := s.answer(m.Method(), m.Params())
			r, err := jsonrpc2.NewResponse(m.ID(), result, err)
			if err == nil {
				s.out.put(r)
			}
		case *jsonrpc2.Notification:
			if m.Method() == protocol.MethodExit {
				s.checks.Wait()
				return s.shutdown
			}
			_, _ = s.answer(m.Method(), m.Params())
		}
	}
}

// A connection knows when nothing more comes in.
type connection struct {
	io.Reader
	io.Writer
	ended bool
}

func (c *connection) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.ended = c.ended || err != nil
	return n, err
}

func (*connection) Close() error { return nil }

// notify sends a notification. s is locked, so no answer overtakes it: a client that got the
// answer to its shutdown may read no more.
func (s *Server) notify(method string, params any) {
	if n, err := jsonrpc2.NewNotification(method, params); err == nil {
		s.out.put(n)
	}
}

// answer does what a message asks. A panic is an error of that message, and goes no
// further.
func (s *Server) answer(method string, params json.RawMessage) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, jsonrpc2.NewError(jsonrpc2.InternalError, fmt.Sprint(r))
		}
	}()
	if s.shutdown && method != protocol.MethodExit {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server was shut down")
	}
	h := handlers[method]
	if h == nil {
		return nil, fmt.Errorf("%q: %w", method, jsonrpc2.ErrMethodNotFound)
	}
	return h(s, params)
}

// A handler answers one kind of message.
type handler func(s *Server, params json.RawMessage) (any, error)

// on makes a handler of a function of parameters, which is called with the lock.
func on[P any](f func(s *Server, p *P) (any, error)) handler {
	return func(s *Server, raw json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
		}
		s.Lock()
		defer s.Unlock()
		return f(s, &p)
	}
}

var nothing handler = func(*Server, json.RawMessage) (any, error) { return nil, nil }

var handlers = map[string]handler{
	protocol.MethodInitialize:    func(*Server, json.RawMessage) (any, error) { return initialized(), nil },
	protocol.MethodInitialized:   nothing,
	protocol.MethodSetTrace:      nothing,
	protocol.MethodCancelRequest: nothing, // answers are quicker
	protocol.MethodShutdown: func(s *Server, _ json.RawMessage) (any, error) {
		s.Lock()
		defer s.Unlock()
		s.shutdown = true
		return nil, nil
	},
	protocol.MethodWorkspaceDidChangeConfiguration: nothing,
	protocol.MethodWorkspaceDidChangeWatchedFiles:  nothing,
	protocol.MethodTextDocumentDidSave:             nothing,
	protocol.MethodTextDocumentWillSave:            nothing,
	protocol.MethodTextDocumentDidOpen: on(func(s *Server, p *protocol.DidOpenTextDocumentParams) (any, error) {
		name := fileOf(p.TextDocument.URI)
		d := s.docs[name]
		if d == nil {
			d = newDocument(name)
			s.docs[name] = d
		}
		d.open, d.version = true, p.TextDocument.Version
		s.changed(d, p.TextDocument.Text)
		return nil, nil
	}),
	protocol.MethodTextDocumentDidChange: func(s *Server, raw json.RawMessage) (any, error) { return s.didChange(raw) },
	protocol.MethodTextDocumentDidClose: on(func(s *Server, p *protocol.DidCloseTextDocumentParams) (any, error) {
		name := fileOf(p.TextDocument.URI)
		delete(s.docs, name)
		clear(s.programs)
		s.latest[name]++
		s.checks.Go(func() {
			s.Lock()
			defer s.Unlock()
			if s.shutdown {
				return
			}
			s.notify(protocol.MethodTextDocumentPublishDiagnostics, &protocol.PublishDiagnosticsParams{URI: p.TextDocument.URI, Diagnostics: []protocol.Diagnostic{}})
		})
		return nil, nil
	}),
	protocol.MethodTextDocumentHover: on(func(s *Server, p *protocol.HoverParams) (any, error) {
		if a, ok := s.answers(p.TextDocument, p.Position); ok {
			if h := a.hover(); h != nil {
				return h, nil
			}
		}
		return nil, nil
	}),
	protocol.MethodTextDocumentDefinition: on(func(s *Server, p *protocol.DefinitionParams) (any, error) {
		if a, ok := s.answers(p.TextDocument, p.Position); ok {
			return a.definition(), nil
		}
		return nil, nil
	}),
	protocol.MethodTextDocumentReferences: on(func(s *Server, p *protocol.ReferenceParams) (any, error) {
		if a, ok := s.answers(p.TextDocument, p.Position); ok {
			return a.references(p.Context.IncludeDeclaration), nil
		}
		return nil, nil
	}),
	protocol.MethodTextDocumentDocumentHighlight: on(func(s *Server, p *protocol.DocumentHighlightParams) (any, error) {
		a, ok := s.answers(p.TextDocument, p.Position)
		if !ok {
			return nil, nil
		}
		out := []protocol.DocumentHighlight{}
		for _, l := range a.references(true) {
			if fileOf(l.URI) == fileOf(p.TextDocument.URI) {
				out = append(out, protocol.DocumentHighlight{Range: l.Range, Kind: protocol.DocumentHighlightKindText})
			}
		}
		return out, nil
	}),
	protocol.MethodTextDocumentPrepareRename: on(func(s *Server, p *protocol.PrepareRenameParams) (any, error) {
		if a, ok := s.answers(p.TextDocument, p.Position); ok {
			if r := a.prepareRename(); r != nil {
				return r, nil
			}
		}
		return nil, nil
	}),
	protocol.MethodTextDocumentRename: on(func(s *Server, p *protocol.RenameParams) (any, error) {
		a, ok := s.answers(p.TextDocument, p.Position)
		if !ok {
			return nil, nil
		}
		edit, err := a.rename(p.NewName)
		if err != nil {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
		}
		return edit, nil
	}),
	protocol.MethodTextDocumentCompletion: on(func(s *Server, p *protocol.CompletionParams) (any, error) {
		if a, ok := s.answers(p.TextDocument, p.Position); ok {
			return a.completion(), nil
		}
		return nil, nil
	}),
	protocol.MethodTextDocumentSignatureHelp: on(func(s *Server, p *protocol.SignatureHelpParams) (any, error) {
		if v, ok := s.view(p.TextDocument, p.Position); ok {
			if h := v.signature(); h != nil {
				return h, nil
			}
		}
		return nil, nil
	}),
	protocol.MethodTextDocumentDocumentSymbol: on(func(s *Server, p *protocol.DocumentSymbolParams) (any, error) {
		if a, ok := s.answers(p.TextDocument, protocol.Position{}); ok {
			return a.symbols(), nil
		}
		return nil, nil
	}),
	protocol.MethodTextDocumentFormatting: on(func(s *Server, p *protocol.DocumentFormattingParams) (any, error) {
		if v, ok := s.view(p.TextDocument, protocol.Position{}); ok {
			return formatted(v.doc)
		}
		return nil, nil
	}),
}

// initialized says what the server can do.
func initialized() *protocol.InitializeResult {
	return &protocol.InitializeResult{
		Capabilities: protocol.ServerCapabilities{
			TextDocumentSync:   protocol.TextDocumentSyncOptions{OpenClose: true, Change: protocol.TextDocumentSyncKindIncremental},
			HoverProvider:      true,
			DefinitionProvider: true, ReferencesProvider: true, DocumentHighlightProvider: true, DocumentSymbolProvider: true,
			RenameProvider:             &protocol.RenameOptions{PrepareProvider: true},
			CompletionProvider:         &protocol.CompletionOptions{},
			SignatureHelpProvider:      &protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", ","}},
			DocumentFormattingProvider: true,
		},
		ServerInfo: &protocol.ServerInfo{Name: "nessiec"},
	}
}

package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// markdown is what GitHub shows: tables, anchors of headlines, and the HTML that
// documents have.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Linkify),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))

// A place is an entry of the navigation.
type place struct{ Name, Href string }

// places are the documents that every page leads to.
var places = []place{{"nessiec", "README.md"}, {"Guide", "docs/guide/README.md"}, {"Cookbook", "docs/cookbook/README.md"}, {"Library", "docs/library.md"}, {"Tour", "docs/tour.md"}, {"Inside", "ARCHITECTURE.md"}}

// page is a document as a page, and the files that it leads to.
func (s *site) page(name string, b []byte) (page []byte, files []string, err error) {
	doc := markdown.Parser().Parse(text.NewReader(b))
	title := name
	follow := func(to []byte) ([]byte, error) {
		href, file, err := s.link(name, string(to))
		if err != nil {
			return nil, fmt.Errorf("%s: the link %s: %v", name, to, err)
		}
		if file != "" {
			files = append(files, file)
		}
		return []byte(href), nil
	}
	err = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var err error
		switch n := n.(type) {
		case *ast.Link:
			n.Destination, err = follow(n.Destination)
		case *ast.Image:
			n.Destination, err = follow(n.Destination)
		case *ast.FencedCodeBlock: // the file that an example is
			if n.Info != nil {
				if _, file, named := strings.Cut(string(n.Info.Segment.Value(b)), " "); named {
					caption := ast.NewParagraph()
					caption.SetAttributeString("class", []byte("file"))
					caption.AppendChild(caption, ast.NewString([]byte(file)))
					n.Parent().InsertBefore(n.Parent(), n, caption)
				}
			}
		case *ast.Heading:
			if n.Level == 1 && title == name {
				title = plain(n, b)
			}
		}
		return ast.WalkContinue, err
	})
	if err != nil {
		return nil, nil, err
	}
	var body, out bytes.Buffer
	if err := markdown.Renderer().Render(&body, b, doc); err != nil {
		return nil, nil, err
	}
	var nav []place
	for _, p := range places {
		href, err := follow([]byte(strings.Repeat("../", strings.Count(path.Clean(name), "/")) + p.Href))
		if err != nil {
			return nil, nil, err
		}
		nav = append(nav, place{p.Name, string(href)})
	}
	err = pageTemplate.Execute(&out, struct {
		Title string
		Nav   []place
		Body  template.HTML
	}{title, nav, template.HTML(body.String())})
	return out.Bytes(), files, err
}

// plain is the text of a node.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

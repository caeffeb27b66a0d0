package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	mdLink   = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	mdCode   = regexp.MustCompile("`[^`\n]*`")
	mdHead   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	mdAnchor = regexp.MustCompile(`<a id="([^"]*)">`)
	mdMarks  = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// All links in documents lead to files of the project, or to places in them, or elsewhere
// on the net; and every document is reached from README.md.
func TestLinks(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{} // without what is quoted as code
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "grammar/*.md", "backends/*/*.md", "tools/*/*.md"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			text := string(b)
			for _, x := range fences(t, f, text) {
				text = strings.Replace(text, "\n"+x.text+"```", "\n```", 1)
			}
			pages[f] = text
		}
	}
	reached := map[string]bool{}
	var follow func(page string)
	follow = func(page string) {
		if _, ok := pages[page]; !ok || reached[page] {
			return
		}
		reached[page] = true
		for _, m := range mdLink.FindAllStringSubmatch(mdCode.ReplaceAllString(pages[page], ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, place, _ := strings.Cut(m[1], "#")
			to := page
			if file != "" {
				to = filepath.Join(filepath.Dir(page), file)
			}
			info, err := os.Stat(to)
			if err != nil {
				t.Errorf("%s: the link %s leads nowhere", page, m[1])
				continue
			}
			if info.IsDir() { // whose pages a reader sees as a list
				inside, err := filepath.Glob(filepath.Join(to, "*.md"))
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range inside {
					follow(p)
				}
			}
			if text, ok := pages[to]; ok && place != "" && !hasPlace(text, place) {
				t.Errorf("%s: %s has no place %s", page, file, place)
			}
			follow(to)
		}
	}
	follow(filepath.Join(root, "README.md"))
	for page := range pages {
		if !reached[page] {
			t.Errorf("no link leads from README.md to %s", page)
		}
	}
}

// hasPlace reports whether a page has an anchor, or a headline that gets it on GitHub.
func hasPlace(page, place string) bool {
	for _, m := range mdAnchor.FindAllStringSubmatch(page, -1) {
		if m[1] == place {
			return true
		}
	}
	for _, m := range mdHead.FindAllStringSubmatch(page, -1) {
		if strings.ReplaceAll(mdMarks.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == place {
			return true
		}
	}
	return false
}

package main

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A site is the pages that were made so far.
type site struct {
	root, out string
	done      map[string]bool // by the name of the source, with slashes
}

// make makes a page of a document, and of all files that links lead to.
func (s *site) make(first string) error {
	s.done = map[string]bool{}
	for next := []string{first}; len(next) > 0; next = next[1:] {
		name := next[0]
		if s.done[name] {
			continue
		}
		s.done[name] = true
		b, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if path.Ext(name) == ".md" {
			var links []string
			if b, links, err = s.page(name, b); err != nil {
				return err
			}
			next = append(next, links...)
		}
		to := filepath.Join(s.out, filepath.FromSlash(pageName(name)))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, b, 0o666); err != nil {
			return err
		}
	}
	// Sources that pages link to are among its files; a module of its own keeps them out of those around it.
	return os.WriteFile(filepath.Join(s.out, "go.mod"), []byte("module site\n"), 0o666)
}

// pageName is the file of the site that a file of the project becomes.
func pageName(name string) string {
	dir, base := path.Split(name)
	switch {
	case base == "README.md":
		return dir + "index.html"
	case path.Ext(base) == ".md":
		return strings.TrimSuffix(name, ".md") + ".html"
	}
	return name
}

// link is where a link of a document leads on the site, and the file that has to be
// there; "" for others, and for folders without a page.
func (s *site) link(from, to string) (href, file string, err error) {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || u.Path == "" {
		return to, "", err
	}
	file = path.Join(path.Dir(from), u.Path)
	info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(file)))
	if err != nil {
		return "", "", err
	}
	if info.IsDir() {
		file += "/README.md"
		if _, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(file))); errors.Is(err, fs.ErrNotExist) {
			return "", "", nil
		}
	}
	rel, err := filepath.Rel(path.Dir(from), pageName(file))
	if err != nil {
		return "", "", err
	}
	u.Path = filepath.ToSlash(rel)
	return u.String(), file, nil
}

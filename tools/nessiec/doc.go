package main

// nessiec doc: what names of the library and of programs are.

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"nessiec/ir/diag"
	"nessiec/tools/library"
)

// startDoc takes arguments for files as long as they look like files, and then for
// names.
func (c *command) startDoc(args []string) error {
	n := 0
	for n < len(args) && strings.HasSuffix(args[n], ".nesl") {
		n++
	}
	c.files, c.names = args[:n], args[n:]
	c.page, c.out = c.out, "" // which would be of a program
	if c.page != "" && len(args) > 0 {
		return reject("-o writes the reference of the library, and takes no file and no name")
	}
	return nil
}

// doc prints what is known of names; without names, a line for each. The names of files
// come first, and hide those of the library.
func (c *command) doc() error {
	groups, err := library.Builtins()
	if err != nil {
		return err
	}
	if c.page != "" {
		return os.WriteFile(c.page, []byte(library.Page(groups)), 0o666)
	}
	if len(c.files) > 0 {
		mine, err := c.definitions()
		if err != nil {
			return err
		}
		if len(c.names) == 0 {
			c.docList(slices.DeleteFunc(mine, func(e library.Entry) bool { return e.Text == "" }))
			return nil
		}
		groups = append([]library.Group{{Entries: mine}}, groups...)
	}
	if len(c.names) == 0 {
		for i, g := range groups {
			if i > 0 {
				fmt.Fprintln(c.stdout)
			}
			fmt.Fprintf(c.stdout, "%s\n\n", g.Title)
			c.docList(g.Entries)
		}
		return nil
	}
	var found []library.Entry
	for _, name := range c.names {
		e, err := entryNamed(groups, name)
		if err != nil {
			return err
		}
		found = append(found, e)
	}
	for i, e := range found {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		c.docEntry(e)
	}
	return nil
}

// definitions are the entries of the files.
func (c *command) definitions() ([]library.Entry, error) {
	if _, err := c.enter(c.driver()); err != nil {
		return nil, err
	}
	return library.Definitions(c.ses, c.ctx, c.forms)
}

// entryNamed finds an entry.
func entryNamed(groups []library.Group, name string) (library.Entry, error) {
	var names []string
	for _, g := range groups {
		for _, e := range g.Entries {
			if e.Name == strings.ToLower(name) {
				return e, nil
			}
			names = append(names, e.Name)
		}
	}
	if near := diag.Nearest(strings.ToLower(name), names); near != "" {
		return library.Entry{}, reject("nothing is called %s; did you mean %s?", name, near)
	}
	return library.Entry{}, reject("nothing is called %s (nessiec doc lists all names)", name)
}

// docList prints the names of entries with their first sentences.
func (c *command) docList(entries []library.Entry) {
	width := 0
	for _, e := range entries {
		width = max(width, len(e.Name))
	}
	for _, e := range entries {
		fmt.Fprintf(c.stdout, "  %-*s  %s\n", width, e.Name, firstSentence(e.Text))
	}
}

// firstSentence is text up to a period, without it; three periods end no sentence.
func firstSentence(text string) string {
	for i := 1; i < len(text); i++ {
		if text[i] == '.' && text[i-1] != '.' && (i+1 == len(text) || text[i+1] == ' ') {
			return text[:i]
		}
	}
	return text
}

// docEntry prints all of an entry.
func (c *command) docEntry(e library.Entry) {
	fmt.Fprint(c.stdout, e.Name)
	if e.Type != "" {
		fmt.Fprint(c.stdout, " : ", e.Type)
	}
	fmt.Fprintln(c.stdout)
	part := func(key, text string) {
		if text != "" {
			fmt.Fprintf(c.stdout, "  %-9s %s\n", key, text)
		}
	}
	for _, line := range wrapped(e.Text, 76) {
		fmt.Fprintf(c.stdout, "  %s\n", line)
	}
	part("cost:", e.Cost)
	for _, m := range e.Fails {
		part("fails:", m)
	}
	for _, example := range e.Examples {
		part("example:", example)
	}
	part("see also:", strings.Join(e.See, ", "))
}

// wrapped is text in lines of at most this width, if its words are no longer.
func wrapped(text string, width int) (lines []string) {
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last < 0 || len(lines[last])+1+len(word) > width {
			lines = append(lines, word)
		} else {
			lines[last] += " " + word
		}
	}
	return lines
}

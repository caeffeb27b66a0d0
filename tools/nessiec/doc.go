package main

// nessiec doc: what names of the library and of programs are.

import (
	"fmt"
	"os"
	"slices"
	"strings"

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
			library.WriteList(c.stdout, slices.DeleteFunc(mine, func(e library.Entry) bool { return e.Text == "" }))
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
			library.WriteList(c.stdout, g.Entries)
		}
		return nil
	}
	var found []library.Entry
	for _, name := range c.names {
		e, err := library.Find(groups, name)
		if err != nil {
			return reject("%v (nessiec doc lists all names)", err)
		}
		found = append(found, e)
	}
	for i, e := range found {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		library.Write(c.stdout, e)
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

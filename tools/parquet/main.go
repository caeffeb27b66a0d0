// Command nessiec-parquet reads a table in Parquet from standard input and writes it to
// standard output in the format of Arrow files, which nessiec reads. Arguments are the
// names of the columns that are wanted, in their order; without any, all are.
//
// It is a module of its own, since the library that reads Parquet is nearly as large as
// the compiler. Exit status: 0 good, 2 the input has a mistake.
package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

func main() {
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	err := convert(os.Stdin, out, os.Args[1:])
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// convert reads a table from in and writes its columns with these names, or all, to out.
func convert(in io.Reader, out io.Writer, names []string) (err error) {
	defer func() {
		if r := recover(); r != nil { // of the library, which does not expect what is damaged
			err = fmt.Errorf("the file is damaged")
		}
	}()
	b, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	f, err := file.NewParquetReader(bytes.NewReader(b))
	if err != nil {
		return fmt.Errorf("this is no .parquet file, or it is damaged")
	}
	// Columns are read one after another, in this goroutine: a panic of another one ends the
	// process.
	r, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		return err
	}
	schema, err := r.Schema()
	if err != nil {
		return err
	}
	leaves, picked := []int(nil), schema.Fields()
	if len(names) > 0 {
		if picked, err = fields(schema, names); err != nil {
			return err
		}
		leaves = leavesOf(f, names)
	}
	table, err := read(r, f, leaves)
	if err != nil {
		return err
	}
	return write(out, table, picked)
}

// fields is the fields of a schema with these names.
func fields(schema *arrow.Schema, names []string) (out []arrow.Field, err error) {
	var there []string
	for _, f := range schema.Fields() {
		there = append(there, f.Name)
	}
	for _, name := range names {
		switch found, _ := schema.FieldsByName(name); len(found) {
		case 0:
			return nil, fmt.Errorf("column %s, there is no such column; there are %s", name, strings.Join(there, ", "))
		case 1:
			out = append(out, found[0])
		default:
			return nil, fmt.Errorf("column %s, %d columns have this name", name, len(found))
		}
	}
	return out, nil
}

// leavesOf is the columns of the file that make up those with these names: a list or a
// struct has one for each of its parts.
func leavesOf(f *file.Reader, names []string) (out []int) {
	s := f.MetaData().Schema
	for i := range s.NumColumns() {
		for _, name := range names {
			if s.ColumnRoot(i).Name() == name {
				out = append(out, i)
			}
		}
	}
	return out
}

// read reads some columns of the file, or all.
func read(r *pqarrow.FileReader, f *file.Reader, leaves []int) (arrow.Table, error) {
	if leaves == nil {
		return r.ReadTable(context.Background())
	}
	groups := make([]int, f.NumRowGroups())
	for i := range groups {
		groups[i] = i
	}
	return r.ReadRowGroups(context.Background(), leaves, groups)
}

// write writes columns of a table, in this order.
func write(out io.Writer, table arrow.Table, picked []arrow.Field) error {
	var columns []arrow.Column
	for _, f := range picked {
		at := table.Schema().FieldIndices(f.Name)
		if len(at) != 1 {
			return fmt.Errorf("column %s, %d columns have this name", f.Name, len(at))
		}
		columns = append(columns, *table.Column(at[0]))
	}
	schema := arrow.NewSchema(picked, nil)
	w, err := ipc.NewFileWriter(out, ipc.WithSchema(schema))
	if err != nil {
		return err
	}
	all := array.NewTableReader(array.NewTable(schema, columns, table.NumRows()), 0)
	for all.Next() {
		if err := w.Write(all.RecordBatch()); err != nil {
			return err
		}
	}
	if err := all.Err(); err != nil {
		return err
	}
	return w.Close()
}

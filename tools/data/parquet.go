package data

// Parquet: tables in columns, .parquet. The library that reads them is nearly as large as
// the compiler, so it is in a command of its own, nessiec-parquet, which makes Arrow of
// them.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var parquetFormat = Format{Name: "parquet", Suffixes: []string{".parquet"}, Doc: "as arrow; only read, by the command nessiec-parquet (make parquet)",
	read: func(b []byte, t *types.Type, num value.Num) (value.Value, error) {
		return readParquet(b, t, num, nil)
	},
	choose: readParquet, names: parquetNames}

// parquetReader is the command that makes Arrow of Parquet.
const parquetReader = "nessiec-parquet"

// readParquet reads all columns, or those with names.
func readParquet(b []byte, t *types.Type, num value.Num, names []string) (value.Value, error) {
	arrow, err := arrowOfParquet(b, names)
	if err != nil {
		return nil, err
	}
	return readArrow(arrow, t, num, names)
}

func parquetNames(b []byte) ([]string, error) {
	arrow, err := arrowOfParquet(b, nil)
	if err != nil {
		return nil, err
	}
	return arrowNames(arrow)
}

// arrowOfParquet is a file in Parquet as one of Arrow, with all columns or those with
// names. The command is beside this one, or on the path.
func arrowOfParquet(b []byte, names []string) ([]byte, error) {
	command := parquetReader
	if self, err := os.Executable(); err == nil {
		if beside := filepath.Join(filepath.Dir(self), parquetReader); isProgram(beside) {
			command = beside
		}
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(command, names...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(b), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	said := strings.TrimSpace(errs.String())
	first, _, more := strings.Cut(said, "\n")
	switch {
	case err == nil:
		return out.Bytes(), nil
	case errors.As(err, &exit) && more: // what a panic of the library says
		return nil, fmt.Errorf("the file is damaged: %s ends with %s", parquetReader, first)
	case errors.As(err, &exit) && said != "":
		return nil, errors.New(said)
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("files in Parquet are read by the command %s, which is neither beside this one nor on the path; make parquet builds it", parquetReader)
	}
	return nil, fmt.Errorf("%s: %v", parquetReader, err)
}

func isProgram(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

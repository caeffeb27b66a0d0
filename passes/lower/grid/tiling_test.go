package grid

import (
	"testing"

	"nessiec/ir/target"
)

// A work-item has as many outputs of a tile as its innermost loop has room for.
func TestOutputs(t *testing.T) {
	for _, c := range []struct{ ops, rows, cols int }{{1, 4, 4}, {4, 4, 4}, {5, 2, 2}, {8, 2, 2}, {9, 1, 1}, {100, 1, 1}} {
		gpu := parallel{target.Desc{Local: 256, TileRows: 4, TileCols: 4}}
		if rows, cols := gpu.outputs(c.ops); rows != c.rows || cols != c.cols {
			t.Errorf("%d operations: %d by %d entries, want %d by %d", c.ops, rows, cols, c.rows, c.cols)
		}
		cpu := serial{target.Desc{Local: 1, TileRows: 4, TileCols: 64}}
		if rows, cols := cpu.outputs(c.ops); rows != c.rows || cols != 64 {
			t.Errorf("%d operations on a CPU: %d by %d entries, want %d by 64", c.ops, rows, cols, c.rows)
		}
	}
}

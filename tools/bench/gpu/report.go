package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
)

// report is the tables, times in milliseconds.
func report(rs []*result) string {
	var b strings.Builder
	table(&b, rs, true, "primitive\telements\tnesl ms\tcopy ms\tcub ms\t/ copy\t/ cub\tGB/s\tof copy\tgoal\t\n")
	table(&b, rs, false, "workload\tsize\tnesl ms\tby hand ms\t/ by hand\tgoal\t\n")
	b.WriteString("Ratios are medians over the rounds. GB/s: bytes of the input over the time; of copy: that, over what the copy\n" +
		"reads a second. Goals marked * are met.\n")
	return b.String()
}

func table(b *strings.Builder, rs []*result, primitives bool, head string) {
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, head)
	for _, r := range rs {
		if r.Item.primitive() != primitives {
			continue
		}
		ms := func(name string) string { return shown("%.3f", median(r.Times[name])*1e3) }
		fmt.Fprintf(t, "%s\t%d\t%s\t", r.Item.Name, r.Item.Size, ms(byNESL))
		if primitives {
			own := median(r.Times[byNESL])
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%.0f\t%s\t", ms(byCopy), ms(byCUB), shown("%.2f", r.ratio(byCopy)), shown("%.2f", r.ratio(byCUB)),
				r.Bytes/own/1e9, shown("%.2f", 1/r.ratio(byCopy)))
		} else {
			fmt.Fprintf(t, "%s\t%s\t", ms(byHand), shown("%.2f", r.ratio(byHand)))
		}
		fmt.Fprintf(t, "%s\t\n", r.goal())
	}
	t.Flush()
	b.WriteByte('\n')
}

// shown is a figure, - for none.
func shown(format string, x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf(format, x)
}

// goal is the goal of an item, marked if it is met.
func (r *result) goal() string {
	if r.Item.Goal == 0 {
		return "-"
	}
	mark := ""
	if r.ratio(r.Item.Against) <= r.Item.Goal {
		mark = "*"
	}
	return fmt.Sprintf("%.2f %s%s", r.Item.Goal, r.Item.Against, mark)
}

// figures is all times as JSON.
func figures(rs []*result) string {
	b, err := json.MarshalIndent(rs, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(b) + "\n"
}

package driver

// Tables for -time-passes, -stats and -passes.

import (
	"fmt"
	"io"
	"time"

	"nessiec/passes/pass"
)

// WriteTimes writes one line per pass that ran, and the totals with the share
// of verification. The time that has elapsed is less: that, and passes that only report, went on
// beside others.
func WriteTimes(w io.Writer, rows []*Row) {
	fmt.Fprintf(w, "%3s  %-28s %-22s %10s %10s\n", "", "pass", "language", "run", "verify")
	var run, verify, elapsed time.Duration
	for _, r := range rows {
		if r.Skipped {
			continue
		}
		note := ""
		if r.Unchanged {
			note = "  unchanged"
		}
		fmt.Fprintf(w, "%3d  %-28s %-22s %10s %10s%s\n", r.Index+1, r.Pass.Name, r.Out.Lang, ms(r.Run), ms(r.Verify), note)
		run += r.Run
		verify += r.Verify
		if elapsed += r.Wait; !r.Pass.Reports {
			elapsed += r.Run
		}
	}
	share := 0.0
	if run+verify > 0 {
		share = 100 * float64(verify) / float64(run+verify)
	}
	fmt.Fprintf(w, "%3s  %-28s %-22s %10s %10s  %.0f%% verification, %s elapsed\n", "", "total", "", ms(run), ms(verify), share, ms(elapsed))
}

func ms(d time.Duration) string { return fmt.Sprintf("%.3f ms", float64(d)/float64(time.Millisecond)) }

// WriteStats writes the counters of all passes.
func WriteStats(w io.Writer, stats []pass.Stat) {
	for _, s := range stats {
		fmt.Fprintf(w, "%-28s %-28s %10d\n", s.Pass, s.Name, s.N)
	}
}

// WritePasses writes the table of passes.
func WritePasses(w io.Writer, ps []pass.Pass) {
	for i, p := range ps {
		kind := ""
		if p.Optional {
			kind = fmt.Sprintf(" (optional, from -O%d)", p.Level)
		}
		fmt.Fprintf(w, "%3d  %-28s %s -> %s%s\n     %s\n", i+1, p.Name, p.From, p.To, kind, p.Doc)
		for _, a := range p.After {
			fmt.Fprintf(w, "     after %s: %s\n", a.Pass, a.Reason)
		}
	}
}

package session

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Version says which build of nessiec this is: its version, the commit that it was built
// from if the build knows it, and the version of Go.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "nessiec"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	var out strings.Builder
	fmt.Fprintf(&out, "nessiec %s", info.Main.Version)
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		fmt.Fprintf(&out, ", commit %.12s of %s", commit, settings["vcs.time"])
		if settings["vcs.modified"] == "true" {
			out.WriteString(", changed since")
		}
	}
	fmt.Fprintf(&out, ", %s %s/%s", info.GoVersion, settings["GOOS"], settings["GOARCH"])
	return out.String()
}

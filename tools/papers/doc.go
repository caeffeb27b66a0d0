// Package papers holds the worked examples of the papers that this compiler follows
// (docs/papers.md), as golden cases at the levels that the papers show. It is tests alone:
// what is wrong in an example as printed is listed where it was corrected.
package papers

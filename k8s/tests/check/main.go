// check validates rendered manifests strictly against the API's own Go types, and every pod against the restricted
// Pod Security profile by the admission controller's own rules; a compose file against the compose specification.
//
// check manifests FILE... check compose FILE ENV_FILE PROFILE...
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: check manifests FILE... | check compose FILE ENV_FILE PROFILE...")
		os.Exit(2)
	}
	var problems []string
	switch os.Args[1] {
	case "manifests":
		for _, file := range os.Args[2:] {
			problems = append(problems, manifests(file)...)
		}
	case "compose":
		problems = compose(os.Args[2], os.Args[3], os.Args[4:])
	}
	for _, problem := range problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

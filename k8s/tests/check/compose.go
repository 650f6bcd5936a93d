package main

import (
	"context"
	"fmt"

	"github.com/compose-spec/compose-go/v2/cli"
)

func compose(file string, envFile string, profiles []string) []string {
	options, err := cli.NewProjectOptions([]string{file},
		cli.WithEnvFiles(envFile), cli.WithDotEnv, cli.WithProfiles(profiles), cli.WithResolvedPaths(true))
	if err != nil {
		return []string{err.Error()}
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return []string{err.Error()}
	}
	fmt.Printf("%s: %d services, %d networks, %d volumes by the compose specification\n",
		file, len(project.Services), len(project.Networks), len(project.Volumes))
	return nil
}

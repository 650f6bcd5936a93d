// Package main combines the programs of a Kubernetes cluster without nodes: etcd, kube-apiserver,
// kube-controller-manager and kubectl.
package main

import (
	"fmt"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	program := ""
	if len(os.Args) > 1 {
		program = os.Args[1]
		os.Args = append([]string{program}, os.Args[2:]...)
	}
	switch program {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllers.NewControllerManagerCommand()))
	case "kubectl":
		os.Exit(cli.Run(kubectl.NewDefaultKubectlCommand()))
	default:
		fmt.Fprintln(os.Stderr, "name one: etcd, kube-apiserver, kube-controller-manager, kubectl; its own options follow")
		os.Exit(2)
	}
}

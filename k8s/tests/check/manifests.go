package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	keda "github.com/kedacore/keda/v2/apis/keda/v1alpha1"
	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	disruption "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	security "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	gateway "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// Kinds that the chart renders. A kind that is not listed here is an error.
var kinds = map[string]func() any{
	"apps/v1/Deployment":                      func() any { return &apps.Deployment{} },
	"autoscaling/v2/HorizontalPodAutoscaler":  func() any { return &autoscaling.HorizontalPodAutoscaler{} },
	"batch/v1/Job":                            func() any { return &batch.Job{} },
	"v1/ConfigMap":                            func() any { return &core.ConfigMap{} },
	"v1/PersistentVolumeClaim":                func() any { return &core.PersistentVolumeClaim{} },
	"v1/Pod":                                  func() any { return &core.Pod{} },
	"v1/Service":                              func() any { return &core.Service{} },
	"v1/ServiceAccount":                       func() any { return &core.ServiceAccount{} },
	"networking.k8s.io/v1/Ingress":            func() any { return &networking.Ingress{} },
	"networking.k8s.io/v1/NetworkPolicy":      func() any { return &networking.NetworkPolicy{} },
	"policy/v1/PodDisruptionBudget":           func() any { return &disruption.PodDisruptionBudget{} },
	"gateway.networking.k8s.io/v1/HTTPRoute":  func() any { return &gateway.HTTPRoute{} },
	"keda.sh/v1alpha1/ScaledObject":           func() any { return &keda.ScaledObject{} },
	"monitoring.coreos.com/v1/PodMonitor":     func() any { return &monitoring.PodMonitor{} },
	"monitoring.coreos.com/v1/PrometheusRule": func() any { return &monitoring.PrometheusRule{} },
	"monitoring.coreos.com/v1/ServiceMonitor": func() any { return &monitoring.ServiceMonitor{} },
}

func manifests(file string) []string {
	content, err := os.ReadFile(file)
	if err != nil {
		return []string{err.Error()}
	}
	var problems []string
	objects, pods := 0, 0
	for _, document := range bytes.Split(append([]byte("\n"), content...), []byte("\n---\n")) {
		var head struct {
			meta.TypeMeta `json:",inline"`
			Metadata      meta.ObjectMeta `json:"metadata"`
		}
		if err := yaml.Unmarshal(document, &head); err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", file, err))
			continue
		}
		if head.Kind == "" {
			continue
		}
		objects++
		where := fmt.Sprintf("%s: %s %s", file, head.Kind, head.Metadata.Name)
		make, known := kinds[head.APIVersion+"/"+head.Kind]
		if !known {
			problems = append(problems, where+": no type is known for it")
			continue
		}
		object := make()
		if err := decode(document, object); err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", where, err))
			continue
		}
		if metadata, spec := podOf(object); spec != nil {
			pods++
			for _, problem := range restricted(metadata, spec) {
				problems = append(problems, where+": "+problem)
			}
		}
	}
	fmt.Printf("%s: %d objects decoded strictly, %d pods judged by the restricted profile\n", file, objects, pods)
	return problems
}

// Decodes like the API server: no unknown field, no duplicate field, no other spelling.
func decode(document []byte, object any) error {
	content, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		return err
	}
	problems, err := json.UnmarshalStrict(content, object)
	return errors.Join(append(problems, err)...)
}

func podOf(object any) (*meta.ObjectMeta, *core.PodSpec) {
	switch it := object.(type) {
	case *apps.Deployment:
		return &it.Spec.Template.ObjectMeta, &it.Spec.Template.Spec
	case *batch.Job:
		return &it.Spec.Template.ObjectMeta, &it.Spec.Template.Spec
	case *core.Pod:
		return &it.ObjectMeta, &it.Spec
	}
	return nil, nil
}

func restricted(metadata *meta.ObjectMeta, spec *core.PodSpec) []string {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return []string{err.Error()}
	}
	level := security.LevelVersion{Level: security.LevelRestricted, Version: security.LatestVersion()}
	var problems []string
	for _, result := range evaluator.EvaluatePod(level, metadata, spec) {
		if !result.Allowed {
			problems = append(problems, result.ForbiddenReason+": "+result.ForbiddenDetail)
		}
	}
	return problems
}

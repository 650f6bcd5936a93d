{{- /* Checks that the schema cannot express with a readable message. The schema has already checked types and names. */ -}}
{{- define "casement.validate" -}}
{{- $v := .Values -}}
{{- $missing := list -}}
{{- range $name := list "publicUrl" "mailFrom" "trustedProxies" -}}
  {{- if empty (index $v $name) }}{{ $missing = append $missing $name }}{{ end -}}
{{- end -}}
{{- $needed := dict
  "auth" (list "ADMIN_USERNAME" "ADMIN_EMAIL")
  "billing" (list "USD_IDR_RATE")
  "install" (list "INSTALL_OWN_ADDRESSES")
-}}
{{- if eq $v.install.images.store "bucket" -}}
  {{- $_ := set $needed "install" (concat $needed.install (list "IMAGE_S3_ENDPOINT" "IMAGE_S3_BUCKET")) -}}
{{- end -}}
{{- range $service, $names := $needed -}}
  {{- range $name := $names -}}
    {{- if empty (get (index $v $service).settings $name) }}{{ $missing = append $missing (printf "%s.settings.%s" $service $name) }}{{ end -}}
  {{- end -}}
{{- end -}}
{{- $billing := $v.billing.settings -}}
{{- if empty (coalesce $billing.TRIPAY_BASE_URL $billing.MIDTRANS_SNAP_URL $billing.STRIPE_CURRENCY $billing.BINANCE_BASE_URL) }}{{ $missing = append $missing "a payment provider (billing.settings: TRIPAY_BASE_URL, MIDTRANS_SNAP_URL, STRIPE_CURRENCY or BINANCE_BASE_URL)" }}{{ end -}}
{{- if $missing }}{{ fail (printf "\n\nThese values are needed and not given: %s.\nk8s/casement/values.yaml says what each is; values-small.yaml is a place to begin.\n" (join ", " $missing)) }}{{ end -}}
{{- if and (eq $v.environment "production") (not (hasPrefix "https://" $v.publicUrl)) }}{{ fail "\n\npublicUrl must begin with https:// in production: tokens and passwords travel there.\n" }}{{ end -}}
{{- if and $v.ingress.enabled $v.gatewayApi.enabled }}{{ fail "\n\nEnable ingress or gatewayApi, not both.\n" }}{{ end -}}
{{- if and $v.gatewayApi.enabled (empty $v.gatewayApi.parentRefs) }}{{ fail "\n\ngatewayApi.parentRefs must name the Gateway that the route belongs to.\n" }}{{ end -}}
{{- if and $v.metrics.serviceMonitor.enabled $v.networkPolicy.enabled (empty $v.networkPolicy.monitoring.from) }}{{ fail "\n\nnetworkPolicy.monitoring.from must name Prometheus: nobody else than it and the gateway may reach the services.\n" }}{{ end -}}
{{- if and (eq $v.identity.mode "require") (eq $v.environment "production") (empty $v.kong.existingSecret) }}{{ fail "\n\nidentity.mode require also asks the gateway who it is: name the Secret with its GATEWAY_LOG_SECRET as kong.existingSecret.\n" }}{{ end -}}
{{- if and $v.caCertificates.configMap $v.caCertificates.secret }}{{ fail "\n\ncaCertificates: give a configMap or a secret, not both.\n" }}{{ end -}}
{{- if or (has "0.0.0.0/0" $v.kong.trustedIps) (has "::/0" $v.kong.trustedIps) (has "0.0.0.0/0" $v.trustedProxies) (has "::/0" $v.trustedProxies) }}{{ fail "\n\ntrustedProxies and kong.trustedIps must not be everybody: anyone could claim any address.\n" }}{{ end -}}
{{- if and (eq $v.install.images.store "volume") (eq $v.install.images.volume.accessMode "ReadWriteOnce") (or (gt (int $v.install.replicas) 1) (gt (int $v.installWorker.replicas) 1) (gt (len $v.installWorker.regions) 1) $v.install.autoscaling.enabled $v.installWorker.autoscaling.enabled) }}{{ fail "\n\nSeveral replicas of install share the images: use images.store bucket, or a volume that is ReadWriteMany.\n" }}{{ end -}}
{{- $regions := list }}{{ range $v.installWorker.regions }}{{ $regions = append $regions .name }}{{ end -}}
{{- if ne (len $regions) (len (uniq $regions)) }}{{ fail "\n\ninstallWorker.regions: each name must be unique.\n" }}{{ end -}}
{{- /* The lookup succeeds only if there is a cluster to query. If the chart is only rendered, the check is skipped. */ -}}
{{- if lookup "v1" "ServiceAccount" .Release.Namespace "default" -}}
  {{- $absent := list -}}
  {{- range $of := include "casement.resources" . | fromYamlArray -}}
    {{- if not ($.Capabilities.APIVersions.Has $of.kind) }}{{ $absent = append $absent (printf "%s (%s; needed by %s)" $of.kind $of.by $of.value) }}{{ end -}}
  {{- end -}}
  {{- if $absent }}{{ fail (printf "\n\nThe cluster does not know: %s.\nNothing was applied. Install the operators first, or switch these values off.\n" (join ", " $absent)) }}{{ end -}}
  {{- $lacking := dict -}}
  {{- range $of := include "casement.requiredSecrets" . | fromYamlArray -}}
    {{- $secret := lookup "v1" "Secret" $.Release.Namespace $of.secret -}}
    {{- if not (hasKey ($secret.data | default dict) $of.key) }}{{ $_ := set $lacking $of.secret (append (get $lacking $of.secret | default list) $of.key) }}{{ end -}}
  {{- end -}}
  {{- $described := list }}{{ range $name, $keys := $lacking }}{{ $described = append $described (printf "%s (%s)" $name (join ", " $keys)) }}{{ end -}}
  {{- if $described }}{{ fail (printf "\n\nSecrets or keys of Secrets are missing in %s: %s.\nNothing was applied. docs/kubernetes.md lists the keys. With CloudNativePG add -f k8s/examples/values-cloudnative-pg.yaml.\n" .Release.Namespace (join ", " $described)) }}{{ end -}}
{{- end -}}
{{- end -}}

{{- /* Third-party kinds that the values require. */ -}}
{{- define "casement.resources" -}}
{{- $v := .Values -}}
{{- if $v.gatewayApi.enabled }}
- { kind: gateway.networking.k8s.io/v1/HTTPRoute, by: Gateway API, value: gatewayApi }
{{- end }}
{{- if $v.metrics.serviceMonitor.enabled }}
- { kind: monitoring.coreos.com/v1/ServiceMonitor, by: Prometheus Operator, value: metrics.serviceMonitor }
- { kind: monitoring.coreos.com/v1/PodMonitor, by: Prometheus Operator, value: metrics.serviceMonitor }
{{- end }}
{{- if $v.metrics.prometheusRule.enabled }}
- { kind: monitoring.coreos.com/v1/PrometheusRule, by: Prometheus Operator, value: metrics.prometheusRule }
{{- end }}
{{- if and $v.installWorker.autoscaling.enabled $v.installWorker.queue.prometheusUrl }}
- { kind: keda.sh/v1alpha1/ScaledObject, by: KEDA, value: installWorker.queue }
{{- end }}
{{- if and (ne $v.identity.mode "off") $v.identity.certManager.enabled }}
- { kind: cert-manager.io/v1/Certificate, by: cert-manager, value: identity.certManager }
- { kind: cert-manager.io/v1/Issuer, by: cert-manager, value: identity.certManager }
{{- end }}
{{- end -}}

{{- /* Keys of Secrets without which a pod would wait until the rollout times out. */ -}}
{{- define "casement.requiredSecrets" -}}
{{- $v := .Values -}}
{{- range $service, $variables := include "casement.secrets" . | fromYaml }}
{{- $own := index $v $service }}
{{- range $name, $required := $variables }}
{{- $ref := get $own.secretRefs $name | default dict }}
{{- if $required }}
- { secret: {{ $ref.name | default $own.existingSecret }}, key: {{ $ref.key | default $name }} }
{{- end }}
{{- end }}
{{- if $v.nats.credentials }}
- { secret: {{ $v.nats.secretPrefix }}{{ $service }}, key: user.creds }
{{- end }}
{{- if $v.nats.tls }}
- { secret: {{ $v.nats.secretPrefix }}{{ $service }}, key: ca.crt }
{{- end }}
{{- end }}
{{- with $v.kong.existingSecret }}
- { secret: {{ . }}, key: GATEWAY_LOG_SECRET }
{{- end }}
{{- if and (ne $v.identity.mode "off") (not $v.identity.certManager.enabled) }}
{{- range $service := concat (list "auth" "billing" "install" "telegram" "security") (ternary (list "desktop") list $v.desktop.enabled) }}
{{- range $key := list "tls.crt" "tls.key" "ca.crt" }}
- { secret: {{ $v.identity.secretPrefix }}{{ $service }}, key: {{ $key }} }
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Milliseconds over which a stopping relay spreads the ends of its desktops (DRAIN_MS). */ -}}
{{- define "casement.relayDrain" -}}
{{- dig "DRAIN_MS" 15000 .Values.desktop.settings -}}
{{- end -}}

{{- /* Termination grace period in seconds. For the relay at least: 5 s before SIGTERM, its drain, and its own limit of 20 s. Arguments: root, name. */ -}}
{{- define "casement.grace" -}}
{{- $grace := int .root.Values.pods.terminationGracePeriodSeconds -}}
{{- if eq .name "install-desktop" -}}
{{- $drain := include "casement.relayDrain" .root | int -}}
{{- max $grace (add 25 (div (add $drain 999) 1000)) -}}
{{- else -}}{{ $grace }}{{- end -}}
{{- end -}}

{{- /* Complete environment of the desktop relay, which has no secrets. Argument: root. */ -}}
{{- define "casement.relayEnvironment" -}}
{{- $v := .root.Values -}}
{{- $env := dict
  "NODE_ENV" $v.environment
  "HTTP_HOST" $v.bindAddress
  "HTTP_PORT" "3000"
  "TRUSTED_PROXIES" (join "," $v.trustedProxies)
  "PUBLIC_URL" $v.publicUrl
  "LOG_LEVEL" $v.logLevel
  "INSTALL_GRPC_URL" "install:5000"
  "DRAIN_MS" (include "casement.relayDrain" .root)
-}}
{{- if ne $v.identity.mode "off" }}{{ $_ := set $env "GRPC_IDENTITY" $v.identity.mode }}{{ $_ := set $env "IDENTITY_DIR" "/etc/casement/identity" }}{{ end -}}
{{- /* The relay may reach the same addresses as install. */ -}}
{{- range $name := list "INSTALL_OWN_ADDRESSES" "INSTALL_ALLOWED_NETWORKS" -}}
  {{- with get $v.install.settings $name }}{{ $_ := set $env $name (toString .) }}{{ end -}}
{{- end -}}
{{- range $name, $value := $v.desktop.settings }}{{ $_ := set $env $name (toString $value) }}{{ end -}}
{{- range $name := keys $env | sortAlpha }}
- name: {{ $name }}
  value: {{ get $env $name | quote }}
{{- end }}
{{- end -}}

{{- /* Complete environment of a service. Arguments: root, service, worker and region (both only for install). */ -}}
{{- define "casement.environment" -}}
{{- $v := .root.Values -}}
{{- $own := index $v .service -}}
{{- $env := dict
  "NODE_ENV" $v.environment
  "HTTP_HOST" $v.bindAddress
  "HTTP_PORT" "3000"
  "GRPC_PORT" "5000"
  "AUTH_JWKS_URL" "http://auth:3000/internal/jwks.json"
  "TRUSTED_PROXIES" (join "," $v.trustedProxies)
  "PUBLIC_URL" $v.publicUrl
  "LOG_LEVEL" $v.logLevel
-}}
{{- if or $v.caCertificates.configMap $v.caCertificates.secret }}{{ $_ := set $env "NODE_EXTRA_CA_CERTS" "/etc/casement/ca/ca.crt" }}{{ end -}}
{{- if ne $v.identity.mode "off" }}{{ $_ := set $env "GRPC_IDENTITY" $v.identity.mode }}{{ $_ := set $env "IDENTITY_DIR" "/etc/casement/identity" }}{{ end -}}
{{- with $v.natsNamespace }}{{ $_ := set $env "NATS_NAMESPACE" . }}{{ end -}}
{{- if $v.nats.credentials }}{{ $_ := set $env "NATS_CREDS_FILE" "/etc/casement/nats/user.creds" }}{{ end -}}
{{- if $v.nats.tls }}{{ $_ := set $env "NATS_TLS_DIR" "/etc/casement/nats" }}{{ end -}}
{{- $_ := set $env "NATS_REPLICAS" (toString $v.nats.replicas) -}}
{{- $_ := set $env "NATS_EVENT_DAYS" (toString $v.nats.eventDays) -}}
{{- $_ := set $env "NATS_EVENTS_PER_DAY" (int $v.nats.eventsPerDay | toString) -}}
{{- with $v.tracing.endpoint }}{{ $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . }}{{ end -}}
{{- with $v.supportEmail }}{{ $_ := set $env "SUPPORT_EMAIL" . }}{{ end -}}
{{- if has .service (list "auth" "telegram") }}{{ $_ := set $env "MAIL_FROM" $v.mailFrom }}{{ end -}}
{{- range $other := index (include "casement.asks" .root | fromYaml) .service -}}
  {{- $_ := set $env (printf "%s_GRPC_URL" (upper $other)) (printf "%s:5000" $other) -}}
{{- end -}}
{{- if eq .service "install" -}}
  {{- $_ := set $env "INSTALL_AGENT_URL" $v.publicUrl -}}
  {{- $_ := set $env "DATA_DIR" "/data" -}}
  {{- $_ := set $env "TOOLKIT_DIR" "/opt/casement/toolkit" -}}
  {{- $_ := set $env "IMAGE_TEMP_DIR" "/work" -}}
  {{- $_ := set $env "INSTALL_WORKER" (ternary "true" "false" (default false .worker)) -}}
  {{- with .region }}{{ $_ := set $env "INSTALL_REGION" . }}{{ end -}}
  {{- $_ := set $env "DESKTOP_ENABLED" (ternary "true" "false" $v.desktop.enabled) -}}
  {{- if eq $v.install.images.store "volume" }}{{ $_ := set $env "IMAGE_STORE_DIR" "/data/images" }}{{ end -}}
  {{- if $v.install.images.importClaim }}{{ $_ := set $env "IMAGE_IMPORT_DIR" "/import" }}{{ end -}}
{{- end -}}
{{- range $name, $value := $own.settings }}{{ $_ := set $env $name (toString $value) }}{{ end -}}
{{- range $name := keys $env | sortAlpha }}
- name: {{ $name }}
  value: {{ get $env $name | quote }}
{{- end }}
{{- $needed := index (include "casement.secrets" . | fromYaml) .service -}}
{{- range $name := keys $needed | sortAlpha }}
{{- $ref := default dict (get $own.secretRefs $name) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $ref.name | default $own.existingSecret }}
      key: {{ $ref.key | default $name }}
      {{- if not (get $needed $name) }}
      optional: true
      {{- end }}
{{- end }}
{{- end -}}

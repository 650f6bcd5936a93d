{{- /* Tables from which the other templates are built: names, labels, ports and permitted callers. */ -}}

{{- /* Workload name → its key in the values, the service whose image, environment and Secret it uses, and whether it serves gRPC.
       Workloads that are not services may name an image and an identity instead. */ -}}
{{- define "casement.workloads" -}}
auth: { key: auth, service: auth, grpc: true }
billing: { key: billing, service: billing, grpc: true }
install: { key: install, service: install, grpc: true }
{{- range .Values.installWorker.regions }}
install-worker-{{ .name }}: { key: installWorker, service: install, region: {{ .name | quote }} }
{{- else }}
install-worker: { key: installWorker, service: install }
{{- end }}
{{- if .Values.desktop.enabled }}
install-desktop: { key: desktop, image: desktop-relay, identity: desktop }
{{- end }}
telegram: { key: telegram, service: telegram, grpc: true }
security: { key: security, service: security }
web: { key: web }
kong: { key: kong }
{{- end -}}

{{- /* Workload → the services that it calls by gRPC (port 5000). Every service also fetches the public keys of tokens from auth; the relay does not verify tokens. */ -}}
{{- define "casement.asks" -}}
auth: [billing, install, telegram]
billing: [auth, install]
install: [auth, billing]
{{- range .Values.installWorker.regions }}
install-worker-{{ .name }}: [auth, billing]
{{- else }}
install-worker: [auth, billing]
{{- end }}
{{- if .Values.desktop.enabled }}
install-desktop: [install]
{{- end }}
telegram: [auth, billing, install]
security: [auth]
{{- end -}}

{{- /* Variables that are read from the Secret; true: required. */ -}}
{{- define "casement.secrets" -}}
auth: { DATABASE_URL: true, DATABASE_DIRECT_URL: false, NATS_URL: true, DATA_ENCRYPTION_KEY: true, JWT_SIGNING_KEY: true, SMTP_URL: true, ADMIN_PASSWORD: false }
billing: { DATABASE_URL: true, DATABASE_DIRECT_URL: false, NATS_URL: true, DATA_ENCRYPTION_KEY: true, TRIPAY_API_KEY: false, TRIPAY_PRIVATE_KEY: false, MIDTRANS_SERVER_KEY: false, STRIPE_SECRET_KEY: false, STRIPE_WEBHOOK_SECRET: false, BINANCE_API_KEY: false, BINANCE_API_SECRET: false, BINANCE_PROXY_URL: false }
install: { DATABASE_URL: true, DATABASE_DIRECT_URL: false, NATS_URL: true, DATA_ENCRYPTION_KEY: true, IMAGE_ORIGINS: false, IMAGE_S3_ACCESS_KEY_ID: false, IMAGE_S3_SECRET_ACCESS_KEY: false }
telegram: { DATABASE_URL: true, DATABASE_DIRECT_URL: false, NATS_URL: true, DATA_ENCRYPTION_KEY: true, SMTP_URL: true, TELEGRAM_BOT_TOKEN: false, TELEGRAM_BACKUP_BOT_TOKEN: false }
security: { DATABASE_URL: true, DATABASE_DIRECT_URL: false, NATS_URL: true, DATA_ENCRYPTION_KEY: true, GATEWAY_LOG_SECRET: false }
{{- end -}}

{{- /* Values of a workload. A region's values override those shared by all workers. Arguments: root, workload */ -}}
{{- define "casement.values" -}}
{{- $values := omit (deepCopy (index .root.Values .workload.key)) "regions" -}}
{{- range $region := .root.Values.installWorker.regions -}}
{{- if eq $region.name ($.workload.region | default "") }}{{ $values = mergeOverwrite $values (omit (deepCopy $region) "name") }}{{ end -}}
{{- end -}}
{{- toYaml $values -}}
{{- end -}}

{{- define "casement.selector" -}}
app.kubernetes.io/name: casement
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "casement.labels" -}}
{{ include "casement.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- /* Image reference. Arguments: root, service, digest */ -}}
{{- define "casement.image" -}}
{{- $image := .root.Values.image -}}
{{- $path := printf "%s/%s" $image.repository .service -}}
{{- if $image.registry }}{{ $path = printf "%s/%s" $image.registry $path }}{{ end -}}
{{- if .digest }}{{ printf "%s@%s" $path .digest }}{{ else }}{{ printf "%s:%s" $path ($image.tag | default .root.Chart.AppVersion) }}{{ end -}}
{{- end -}}

{{- /* Security context of the restricted Pod Security profile, with a read-only file system. */ -}}
{{- define "casement.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}
{{- define "casement.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- /* Fields shared by all pods. Arguments: root, name, values; account if the pod uses another pod's ServiceAccount. */ -}}
{{- define "casement.podCommon" -}}
serviceAccountName: {{ printf "casement-%s" (.account | default .name) }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "casement.podSecurity" . | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.nodeSelector | default .root.Values.pods.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations | default .root.Values.pods.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.affinity | default .root.Values.pods.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* Spreads pods over zones and nodes, unless the workload's values set constraints. Arguments: root, name, values. */ -}}
{{- define "casement.spread" -}}
{{- if .values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml .values.topologySpreadConstraints | nindent 2 }}
{{- else if .root.Values.pods.topologySpread.enabled }}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: {{ $.root.Values.pods.topologySpread.whenUnsatisfiable }}
    # Spreads each rollout separately: old pods are not counted.
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "casement.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /*
Current number of pods of a Deployment; `values.replicas` without autoscaling. If an upgrade omitted the field, Kubernetes
would reset it to its default, 1, until the autoscaler's next run. Rendered without a cluster (`helm template`, GitOps),
this is the autoscaler's minimum. Arguments: root, name, values
*/ -}}
{{- define "casement.replicas" -}}
{{- if .values.autoscaling.enabled -}}
{{- $live := lookup "apps/v1" "Deployment" .root.Release.Namespace .name | default dict -}}
{{- $now := dig "spec" "replicas" (int .values.autoscaling.minReplicas) $live -}}
{{- min (max (int $now) (int .values.autoscaling.minReplicas)) (int .values.autoscaling.maxReplicas) -}}
{{- else -}}
{{- .values.replicas -}}
{{- end -}}
{{- end -}}

{{- /* Volume and mount of the certificates of private authorities (`caCertificates`). */ -}}
{{- define "casement.caVolume" -}}
{{- $ca := .Values.caCertificates -}}
{{- if $ca.configMap }}
- { name: ca, configMap: { name: {{ $ca.configMap }}, items: [{ key: {{ $ca.key }}, path: ca.crt }] } }
{{- else if $ca.secret }}
- { name: ca, secret: { secretName: {{ $ca.secret }}, items: [{ key: {{ $ca.key }}, path: ca.crt }] } }
{{- end }}
{{- end -}}
{{- define "casement.caMount" -}}
{{- if or .Values.caCertificates.configMap .Values.caCertificates.secret }}
- { name: ca, mountPath: /etc/casement/ca, readOnly: true }
{{- end }}
{{- end -}}

{{- /* Volume and mount of the certificate with which a process identifies itself to the services. Arguments: root, identity. */ -}}
{{- define "casement.identityVolume" -}}
{{- if ne .root.Values.identity.mode "off" }}
- { name: identity, secret: { secretName: {{ .root.Values.identity.secretPrefix }}{{ .identity }} } }
{{- end }}
{{- end -}}
{{- define "casement.identityMount" -}}
{{- if ne .Values.identity.mode "off" }}
- { name: identity, mountPath: /etc/casement/identity, readOnly: true }
{{- end }}
{{- end -}}

{{- /* Volume and mount of a service's credentials and certificates for NATS. Arguments: root, service. */ -}}
{{- define "casement.natsVolume" -}}
{{- if or .root.Values.nats.credentials .root.Values.nats.tls }}
- { name: nats, secret: { secretName: {{ .root.Values.nats.secretPrefix }}{{ .service }} } }
{{- end }}
{{- end -}}
{{- define "casement.natsMount" -}}
{{- if or .Values.nats.credentials .Values.nats.tls }}
- { name: nats, mountPath: /etc/casement/nats, readOnly: true }
{{- end }}
{{- end -}}

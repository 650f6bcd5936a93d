# Recipes only call scripts. `make` lists the targets with ##, and `make help-all` also lists the targets with #.
.DEFAULT_GOAL := help
# Prevents the partial output of a failed recipe from counting as built.
.DELETE_ON_ERROR:
.PHONY: help help-all demo demo-reset screenshots doctor licenses sbom advisories start test modules compile build lint lint-deps unused format typecheck check gen gen-check migrate schema toolkit lab lab-convert lab-network lab-matrix lab-boot-files check-guard check-batch check-image windows-image certify certify-faults e2e e2e-all findings soak soak-books soak-notices soak-installs soak-workers soak-webhooks soak-signals soak-rdp judges soak-desktops soak-vps rolling fuzz upgrade-test bench bench-retention bench-api bench-engine bench-image bench-desktops bench-desktop-link faults clean

help: ## List the everyday targets; help-all lists the long runs too
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

help-all: ## List every target
	@awk -F ':.*#[#:] ' '/^[a-z0-9-]+:.*#[#:] / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## Run a Casement full of simulated customers, payments and VPSs; Ctrl-C stops it
	@npx tsc -b --checkers 1 deploy/demo
	@node deploy/demo/dist/main.js

screenshots: build #: Make the README's screenshots in a new demo (Chromium; five minutes; options='CUSTOMER-LINK ADMINISTRATOR-LINK' of a running one)
	@npx tsc -b --checkers 1 deploy/demo
	@node web/e2e/stack/screenshots.mjs $(options)

demo-reset: #: Delete the demo's data
	@node deploy/demo/reset.mjs

start: build ## Run all of Casement on this machine (REPLICAS=2 of every service); Ctrl-C stops it
	@exec node deploy/local/dist/main.js

test: ## Set up and run every test (stage=Small: one stage; changed=1: only tests that the changes since main can reach, or since changed=COMMIT)
	@node deploy/local/setup/$(if $(stage)$(changed),install-modules,set-up-tests).mjs && npx tsc -b --checkers 1 deploy/local \
		|| { echo '0 passed, 1 failed'; exit 1; }
	@exec node deploy/local/dist/test-run/main.js --stage '$(stage)' --changed '$(changed)'

modules: # Installs npm packages if package-lock.json has changed
	@node deploy/local/setup/install-modules.mjs

build: compile web/dist/index.html cli/dist/casement.js ## Build what has changed

compile: modules
	@echo 'Building what has changed ...'
	@npx tsc -b --checkers 1

# tsc -b tracks its own changes, but the web build relies on make. The API reference is generated from the controllers
# and built into the pages.
web/dist/index.html: $(shell find web proto/http web/api-docs package-lock.json -type f \
		-not -path '*/node_modules/*' -not -path '*/dist/*' -not -path 'web/e2e/*' 2>/dev/null) \
		$(shell find services -name '*.controller.ts' -not -path '*/node_modules/*' 2>/dev/null) | compile
	@echo 'Building the pages ...'
	@npm run --silent build -w @casement/web

cli/dist/casement.js: $(shell find cli proto/client package-lock.json -type f \
		-not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null) | compile
	@npm run --silent build -w @casement/cli

lint: modules ## Check style, imports (.dependency-cruiser), and shell scripts if shellcheck is installed
	@npm run --silent lint
	@deploy/local/setup/lint-shell.sh

lint-deps: modules #: Check who imports whom (.dependency-cruiser)
	@npm run --silent lint:deps

format: modules ## Format, and fix what ESLint can fix
	@npm run --silent format

typecheck: modules ## Check all types, including those of tests
	@npm run --silent typecheck
	@npx tsc -p tsconfig.test.json --checkers 1
	@npx tsc -p web --noEmit
	@npx tsc -p web/e2e

check: lint typecheck unused gen-check test ## Run every check that a change must pass, cheapest first

unused: modules #: Find unused files, exports and dependencies
	@npx knip

gen: modules ## Generate code from the .proto files, and the API client from the controllers
	@npm run --silent gen -w @casement/proto
	@npx tsc -b --checkers 1 services/auth services/billing services/install services/security services/telegram
	@npm run --silent gen -w @casement/client

gen-check: gen #: Check that the generated code is up to date
	@git diff --exit-code --stat -- proto/gen proto/client/src/gen

migrate: build ## Migrate one service's database (service=billing, with its DATABASE_URL)
	@npm run --silent migrate -w @casement/$(service)

schema: modules #: Write each service's schema.sql from its migrations
	@npm run --silent schema

toolkit: #: Build the RAM stage's userland
	@services/install/engine/toolkit/build.sh

lab: build ## Boot a virtual VPS to convert, and import the stand-in Windows into a running make start (root)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@node deploy/local/dist/inside.js install services/install/dist/cli/import-image.js \
		$${DATA_DIR:-.data}/lab/standin.raw --slug stand-in --name 'Stand-in Windows' || [ $$? -eq 3 ]
	@exec deploy/lab/lab.sh up

lab-convert: build ## Convert a fresh virtual VPS from the command line (root)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@deploy/lab/lab.sh boot
	@export CASEMENT_ROOT_PASSWORD=Lab-Pass-1 CASEMENT_RDP_PASSWORD=$${CASEMENT_RDP_PASSWORD:-Casement-Lab-1} \
		&& node services/install/dist/cli/convert.js --image $${DATA_DIR:-.data}/lab/standin.raw $(options) \
		&& deploy/lab/lab.sh read-back && deploy/lab/lab.sh sign-in
	@deploy/lab/lab.sh stop

lab-network: build #: Convert a virtual VPS in each supported network (root; options=static for one)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@services/install/test/vm/networks.sh $(options)

lab-matrix: build #: Convert or refuse each VPS of deploy/lab/machines.txt, then test the root password's script and the faults (root; four hours; options='superusers uefi/nvme/dhcp/grub')
	@deploy/lab/lab.sh install-packages full
	@deploy/lab/lab.sh build
	@deploy/lab/lab.sh build full
	@deploy/lab/lab.sh build rich
	@services/install/test/vm/matrix.sh $(options)
	@[ -n '$(options)' ] || services/install/test/vm/root-password.sh
	@[ -n '$(options)' ] || services/install/test/vm/faults.sh

lab-boot-files: compile #: Start the boot files of images built from a generated ISO by SeaBIOS and OVMF on each bus (root once; a minute; options=uefi/nvme)
	@deploy/lab/lab.sh install-packages images
	@node services/install/test/vm/boot-files.mjs $(options)

check-guard: toolkit #: Start the boot guard's GRUB by SeaBIOS and OVMF, with a Windows that stops at once (root once; 5 minutes; options=bios)
	@services/install/test/vm/guard-loader.sh $(options)

check-batch: build #: Run Windows' batch files under Wine, with hostile passwords (root once)
	@services/install/test/batch/check-batch.sh

# Make exports the variables of its command line to the environment, so file names can contain spaces and quotes.
windows-image: compile ## Build a Windows image from an ISO (iso=FILE drivers=ISO-OR-FOLDER output=FILE.raw options='--edition 2 --i-am-licensed'; iso=FILE alone: list its editions)
	@node services/install/dist/cli/build-image.js "$$iso" --drivers "$$drivers" --output "$$output" $(options)

check-image: compile ## Check a Windows image against docs/images/contract.md (image=FILE)
	@node services/install/dist/cli/check-image.js "$$image"

certify: compile #: Convert a virtual VPS with a Windows image and write a report (root; image=FILE, or options='--slug SLUG')
	@deploy/lab/lab.sh install-packages full
	@$(if $(image),node,node deploy/local/dist/inside.js install) services/install/dist/cli/certify-image.js $(if $(image),"$$image") $(options)

certify-faults: compile #: Certify the stand-in, images built from it, and broken ones (root; an hour; options='built no-driver')
	@deploy/lab/lab.sh install-packages images
	@services/install/test/vm/certify-faults.sh $(options)

e2e: build ## Drive the main job in a browser, on a virtual VPS (root)
	@node web/e2e/stack/run.mjs $(options)

e2e-all: build #: Check every screen, light and dark, at three widths, with axe, and each job by keyboard (half an hour)
	@ALL=1 npm test -w @casement/e2e -- --project=mocked $(options)

findings: build #: Repeat the findings of the penetration test of 0.1.0 with an installation's limits (five minutes; SLOW=1: ten)
	@THROTTLE_FACTOR=1 node web/e2e/stack/run.mjs --no-lab findings/ $(options)

soak: soak-books soak-notices soak-installs soak-workers soak-webhooks soak-signals soak-rdp soak-desktops soak-vps #: Run every soak at full size (root; three to four hours)

soak-books: build #: Attack the books 200 times with random operations, crashes and 10,000 forgeries; 1,000 orders (ten minutes)
	@BOOKS_RUNS=$${BOOKS_RUNS:-200} SOAK_FORGED=$${SOAK_FORGED:-10000} SOAK_TOPUPS=$${SOAK_TOPUPS:-100} TOTAL_ORDERS=$${TOTAL_ORDERS:-1000} \
		npx jest --selectProjects medium --testPathPatterns 'billing/test/medium/(books|callback-flood|totals)'

soak-notices: build #: Send 1,000 notices while a service is killed and NATS restarts (a minute)
	@SOAK_NOTICES=$${SOAK_NOTICES:-1000} \
		npx jest --selectProjects medium --testPathPatterns 'telegram/test/medium/a-thousand-notices'

soak-installs: build #: Convert 500 simulated VPSs at once, with one worker and with two (five minutes)
	@SOAK_INSTALLS=$${SOAK_INSTALLS:-500} \
		npx jest --selectProjects medium --testPathPatterns 'install/test/medium/many-installs'

soak-workers: build #: Measure 2,000 simulated VPSs with 1, 2, 4 and 8 workers (forty minutes; SOAK_INSTALLS=500: ten)
	@SOAK_INSTALLS=$${SOAK_INSTALLS:-2000} SOAK_WORKERS="$${SOAK_WORKERS:-8 4 2}" \
		npx jest --selectProjects medium --testPathPatterns 'install/test/medium/many-installs'

soak-webhooks: build #: Send 10,000 events to 20 webhooks while a service is killed and NATS restarts; signatures verified by npm's and PyPI's libraries
	@SOAK_WEBHOOKS=$${SOAK_WEBHOOKS:-10000} \
		npx jest --selectProjects medium --testPathPatterns 'install/test/medium/many-webhooks'

soak-signals: build #: Evaluate 10,000 signals of one attack in two replicas: no deadlock, statements and ms per signal (a minute)
	@SOAK_SIGNALS=$${SOAK_SIGNALS:-10000} \
		npx jest --selectProjects medium --testPathPatterns 'security/test/medium/many-signals'

soak-rdp: modules #: Mutate 10,000 transcripts of a remote desktop sign-in (ten seconds)
	@SOAK_TRANSCRIPTS=$${SOAK_TRANSCRIPTS:-10000} npx jest --selectProjects small --testPathPatterns 'engine/src/rdp/mutated'

judges: modules #: Sign in to remote desktop servers that others wrote: FreeRDP 3 of Debian trixie, IronRDP and sspi-rs (root, cargo, mmdebstrap; three quarters of an hour, then a minute)
	@judges=$$(services/install/engine/test/rdp/build-judges.sh '$(CURDIR)/.data/judges') \
		&& env $$judges npx jest --selectProjects medium --testPathPatterns 'engine/test/medium/rdp-(judges|sign-in)'

soak-desktops: build #: Paste 1 GiB through the desktop relay, flood it, and try it without a ticket (five minutes)
	@SOAK_PASTE_MIB=$${SOAK_PASTE_MIB:-1024} \
		npx jest --selectProjects medium --testPathPatterns 'desktop-relay/test/medium/memory'
	@node services/desktop-relay/test/bench/desktop-refusals.mjs

soak-vps: build #: Convert a virtual VPS ten times in each way (root; an hour or two)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@services/install/test/vm/soak.sh $(options)

rolling: build #: Restart two replicas of every service one by one under load; no request may fail (five minutes; options='--pgbouncer --nats-cluster': fifteen)
	@node deploy/local/dist/rollout/rolling.js $(options)

upgrade-test: build #: Run the previous release (or from=COMMIT) next to this version on one database, then switch identities on (a quarter of an hour)
	@node deploy/local/dist/rollout/upgrade.js $(from)

bench: build #: Compare paging through a million rows with a thousand (billing, security), and measure the block check
	@node services/billing/test/bench/pages.mjs
	@node services/security/test/bench/blocks.mjs
	@node services/security/test/bench/pages.mjs

bench-retention: build #: Page, write and prune 10,000,000 steps, signals and audit entries, compared with 100,000 (options='rows=1000000'; some minutes)
	@node deploy/local/dist/bench/retention.js $(options)

bench-api: build #: Compare the cost of a call with a bare NestJS route (options='rounds=5 profile=FOLDER'; five minutes)
	@node deploy/local/dist/bench/api.js $(options)

bench-engine: build #: Write a disk like the RAM stage and like comparable tools, in one virtual machine (a quarter of an hour)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@node services/install/test/bench/engine.mjs

bench-image: compile #: Compare building an image with wimlib-imagex apply, step by step; chunks and import (a quarter of an hour)
	@node services/install/test/bench/image.mjs

bench-desktops: compile #: Measure the desktop relay: 200 desktops through two replicas, and a flood compared with direct TLS (two minutes)
	@node services/desktop-relay/test/bench/desktops.mjs

bench-desktop-link: compile #: Compare the desktop in the browser with FreeRDP's client on a slow link (root; five minutes; options='100 1': ms each way, percent lost)
	@services/desktop-relay/test/bench/desktop-link/link.sh $(options)

fuzz: build #: Send generated requests to every call of the API reference (python3; fifty minutes; options=--seconds=60)
	@node gateway/fuzz/fuzz.mjs $(options)

faults: build #: Make a conversion fail in every known way on a virtual VPS (root; half an hour)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@services/install/test/vm/faults.sh $(options)

images: ## Build the container images (REGISTRY, VERSION; needs docker)
	@deploy/docker/build-images.sh

chart: modules ## Render the Helm chart into k8s/tests/golden (builds helm from Go if it is missing)
	@HELM=$$(k8s/helm.sh) && HELM=$$HELM node k8s/tests/render.mjs

chart-check: modules #: Check chart and containers with helm, the API's types and the installed linters (helm or Go)
	@k8s/tests/check.sh

images-check: build #: Build the images without a container engine and start each one's file system like its pod (root, Debian; half an hour the first time; options=auth)
	@deploy/docker/check/packages.sh
	@node deploy/docker/check/images.mjs $(options)

cluster-check: build #: Follow docs/kubernetes.md on a real Kubernetes API with all three values files (root, Debian, Go; options=small)
	@deploy/docker/check/packages.sh
	@node k8s/tests/cluster/prepare.mjs
	@unshare --net --mount --pid --fork --kill-child --mount-proc node k8s/tests/cluster/walk.mjs $(options)

doctor: build #: Check a running make start (DATA_DIR=.demo: make demo): settings, database, NATS, certificates, queues, image store, DNS
	@status=0; for service in auth billing install security telegram desktop-relay; do \
		node deploy/local/dist/inside.js $$service services/$$service/dist/doctor.js || { status=$$?; [ $$status -ne 3 ] || break; }; \
	done; exit $$status

licenses: #: Write docs/compliance/licenses.md from package-lock.json
	@node docs/compliance/licenses.mjs

sbom: #: List the production packages with hashes as CycloneDX (casement.cdx.json)
	@npm sbom --sbom-format cyclonedx --package-lock-only --omit dev >casement.cdx.json

advisories: sbom #: Check the production packages for known vulnerabilities (Go; asks api.osv.dev)
	@go run github.com/google/osv-scanner/v2/cmd/osv-scanner@v2.4.0 scan source --lockfile casement.cdx.json

alerts-check: #: Test the alerts with promtool (from Debian's package prometheus if it can be installed)
	@k8s/tests/alerts.sh

s3-check: build #: Test the image store against versitygw, a real S3 server (Go, once), with outages of half a minute
	@services/install/test/s3/versitygw.sh
	@S3_OUTAGE_MS=30000 npx jest --selectProjects medium --testPathPatterns 'install/test/medium/images-s3'

pgbouncer-check: build #: Run the medium tests of auth, billing and common through a real PgBouncer (Debian package; a quarter of an hour)
	@TEST_PGBOUNCER=1 npx jest --selectProjects medium --testPathPatterns '(auth|billing|common)/test/medium'

nats-check: build #: Test the services with clusters of three and five nats-servers: replicas up and down, a server away (two minutes)
	@NATS_CLUSTER=1 npx jest --selectProjects medium --testPathPatterns 'common/test/medium/nats-cluster'

restore-drill: build #: Back up a running Casement, destroy its data, restore it into a fresh one, compare (PostgreSQL's programs; options=kubernetes; three minutes)
	@node deploy/local/dist/rollout/restore-drill.js $(options)

capacity: #: Compute workers, database and bandwidth from the measured figures (installs=500 a day; options='--image-gib 8')
	@node deploy/operate/capacity.mjs $(installs) $(options)

manifests: #: Write plain manifests for kubectl (VALUES=my-values.yaml)
	@k8s/manifests.sh $(VALUES)

.PHONY: images chart chart-check images-check cluster-check alerts-check s3-check pgbouncer-check nats-check restore-drill capacity manifests clean-cache
clean-cache: #: Remove what lab builds share between clones in ~/.cache/casement
	@deploy/lab/lab.sh clean-cache

clean: ## Remove everything built and installed; .data stays
	@rm -rf node_modules
	@find . -path ./.data -prune -o -type d \( -name dist -o -name node_modules \) -prune -exec rm -rf {} +
	@find . -path ./.data -prune -o -name '*.tsbuildinfo' -exec rm -f {} +

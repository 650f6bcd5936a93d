# Recipes call scripts; logic lives there. `make` alone lists what there is.
.DEFAULT_GOAL := help
# What a failed recipe leaves would count as built.
.DELETE_ON_ERROR:
.PHONY: help start test modules compile build lint format typecheck check gen gen-check migrate schema toolkit lab lab-convert lab-network lab-matrix lab-boot-files check-batch check-image windows-image certify certify-faults e2e e2e-all findings soak soak-books soak-notices soak-installs soak-workers soak-webhooks soak-signals soak-rdp soak-desktops soak-vps rolling fuzz upgrade-test bench bench-retention bench-api bench-engine bench-image bench-desktops bench-desktop-link faults clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

start: build ## Run the whole of Casement on this machine (REPLICAS=2 of every service); Ctrl-C stops it
	@exec node deploy/local/dist/main.js

test: ## Do all the set-up and run every test (stage=Small: one stage; changed=1: what differs from main reaches, or from changed=COMMIT)
	@node deploy/local/setup/$(if $(stage)$(changed),install-modules,set-up-tests).mjs && npx tsc -b --checkers 1 deploy/local \
		|| { echo '0 passed, 1 failed'; exit 1; }
	@exec node deploy/local/dist/test-run/main.js --stage '$(stage)' --changed '$(changed)'

modules: # npm packages, only when package-lock.json has changed
	@node deploy/local/setup/install-modules.mjs

build: compile web/dist/index.html cli/dist/casement.js ## Build what has changed

compile: modules
	@echo 'Building what has changed ...'
	@npx tsc -b --checkers 1

# tsc -b knows what has changed; for the web make has to.
# The API reference stands beside the pages: it comes from the controllers.
web/dist/index.html: $(shell find web proto/http web/api-docs package-lock.json -type f \
		-not -path '*/node_modules/*' -not -path '*/dist/*' -not -path 'web/e2e/*' 2>/dev/null) \
		$(shell find services -name '*.controller.ts' -not -path '*/node_modules/*' 2>/dev/null) | compile
	@npm run --silent build -w @casement/web

cli/dist/casement.js: $(shell find cli proto/client package-lock.json -type f \
		-not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null) | compile
	@npm run --silent build -w @casement/cli

lint: modules ## Check style, and shell scripts where shellcheck is there; format mends what it can
	@npm run --silent lint
	@deploy/local/setup/lint-shell.sh

format: modules ## Format and mend
	@npm run --silent format

typecheck: modules ## Check all types, the tests' too
	@npm run --silent typecheck
	@npx tsc -p tsconfig.test.json --checkers 1

check: lint typecheck gen-check test ## All that has to be right before a change goes in, cheapest first

gen: modules ## Generate code from the .proto files, and the client from the controllers
	@npm run --silent gen -w @casement/proto
	@npx tsc -b --checkers 1 services/auth services/billing services/install services/security services/telegram
	@npm run --silent gen -w @casement/client

gen-check: gen ## The generated code is what is committed
	@git diff --exit-code --stat -- proto/gen proto/client/src/gen

migrate: build ## Bring one service's database up to date (service=billing, with its DATABASE_URL)
	@npm run --silent migrate -w @casement/$(service)

schema: modules ## Write each service's schema.sql as its migrations make it
	@npm run --silent schema

toolkit: ## Build the RAM stage's userland
	@services/install/engine/toolkit/build.sh

lab: build ## Boot a virtual VPS to convert; imports the stand-in Windows into a running make start (root)
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

lab-network: build ## Convert a virtual VPS in every network that it may have (root; options=static for one)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@services/install/test/vm/networks.sh $(options)

lab-matrix: build ## Convert or refuse each VPS of deploy/lab/machines.txt, then the root password's script and the faults (root; four hours; options='superusers uefi/nvme/dhcp/grub')
	@deploy/lab/lab.sh install-packages full
	@deploy/lab/lab.sh build
	@deploy/lab/lab.sh build full
	@deploy/lab/lab.sh build rich
	@for vps in debian-11 debian-13 whole-disk; do deploy/lab/lab.sh build $$vps || exit; done
	@services/install/test/vm/matrix.sh $(options)
	@[ -n '$(options)' ] || services/install/test/vm/root-password.sh
	@[ -n '$(options)' ] || services/install/test/vm/faults.sh

lab-boot-files: compile ## Start the boot files of images built of a made-up ISO by SeaBIOS and OVMF on each bus (root once; a minute; options=uefi/nvme)
	@deploy/lab/lab.sh install-packages images
	@node services/install/test/vm/boot-files.mjs $(options)

check-batch: build ## Run what Windows is given as a batch file under Wine, with hostile passwords (root once)
	@services/install/test/batch/check-batch.sh

windows-image: compile ## Make a Windows image of an ISO (iso=FILE drivers=ISO-OR-FOLDER output=FILE.raw options='--edition 2 --i-am-licensed'; iso=FILE alone: name its editions)
	@node services/install/dist/cli/build-image.js '$(iso)' --drivers '$(drivers)' --output '$(output)' $(options)

check-image: compile ## Hold a Windows image against the contract of docs/images/contract.md (image=FILE)
	@node services/install/dist/cli/check-image.js $(image)

certify: compile ## Convert a virtual VPS with a Windows image, and report what its Windows has (root; image=FILE, or options='--slug SLUG')
	@deploy/lab/lab.sh install-packages full
	@$(if $(image),node,node deploy/local/dist/inside.js install) services/install/dist/cli/certify-image.js $(image) $(options)

certify-faults: compile ## Certify the stand-in, images of it that the builder made, and what is broken of it (root; an hour; options='built no-driver')
	@deploy/lab/lab.sh install-packages images
	@services/install/test/vm/certify-faults.sh $(options)

e2e: build ## Drive the main job in a browser, on a virtual VPS (root)
	@node web/e2e/stack/run.mjs $(options)

e2e-all: build ## Look at every screen, light and dark, at three widths, with axe; each job by keyboard (half an hour)
	@ALL=1 npm test -w @casement/e2e -- --project=mocked $(options)

findings: build ## Try what a penetration test of 0.1.0 has found, with an installation's limits (five minutes; SLOW=1: ten)
	@THROTTLE_FACTOR=1 node web/e2e/stack/run.mjs --no-lab findings/ $(options)

soak: soak-books soak-notices soak-installs soak-workers soak-webhooks soak-signals soak-rdp soak-desktops soak-vps ## Whole, what make test runs at a tenth of its size (root; three to four hours)

soak-books: build ## Let random operations, crashes and 10,000 forgeries attack the books, 200 times; 1,000 orders (ten minutes)
	@BOOKS_RUNS=$${BOOKS_RUNS:-200} SOAK_FORGED=$${SOAK_FORGED:-10000} SOAK_TOPUPS=$${SOAK_TOPUPS:-100} TOTAL_ORDERS=$${TOTAL_ORDERS:-1000} \
		npx jest --selectProjects medium --testPathPatterns 'billing/test/medium/(books|callback-flood|totals)'

soak-notices: build ## Send 1,000 notices across a killed service and a restart of NATS (a minute)
	@SOAK_NOTICES=$${SOAK_NOTICES:-1000} \
		npx jest --selectProjects medium --testPathPatterns 'telegram/test/medium/a-thousand-notices'

soak-installs: build ## Convert 500 simulated VPSs at once, by one worker and by two (five minutes)
	@SOAK_INSTALLS=$${SOAK_INSTALLS:-500} \
		npx jest --selectProjects medium --testPathPatterns 'install/test/medium/many-installs'

soak-workers: build ## What 2,000 simulated VPSs cost by one worker, and shared by 2, 4 and 8 (forty minutes; SOAK_INSTALLS=500: ten)
	@SOAK_INSTALLS=$${SOAK_INSTALLS:-2000} SOAK_WORKERS="$${SOAK_WORKERS:-8 4 2}" \
		npx jest --selectProjects medium --testPathPatterns 'install/test/medium/many-installs'

soak-webhooks: build ## Send 10,000 events to 20 webhooks across a killed service and a restart of NATS; verified by npm's and PyPI's libraries
	@SOAK_WEBHOOKS=$${SOAK_WEBHOOKS:-10000} \
		npx jest --selectProjects medium --testPathPatterns 'install/test/medium/many-webhooks'

soak-signals: build ## Evaluate 10,000 signals of one attack in two replicas: no deadlock, statements and ms per signal (a minute)
	@SOAK_SIGNALS=$${SOAK_SIGNALS:-10000} \
		npx jest --selectProjects medium --testPathPatterns 'security/test/medium/many-signals'

soak-rdp: modules ## Mutate 10,000 transcripts of a sign-in by remote desktop (ten seconds)
	@SOAK_TRANSCRIPTS=$${SOAK_TRANSCRIPTS:-10000} npx jest --selectProjects small --testPathPatterns 'engine/src/rdp/mutated'

soak-desktops: build ## Paste 1 GiB through the relay of desktops, flood it, and try it without a ticket beside people at work (five minutes)
	@SOAK_PASTE_MIB=$${SOAK_PASTE_MIB:-1024} \
		npx jest --selectProjects medium --testPathPatterns 'desktop-relay/test/medium/memory'
	@node services/desktop-relay/test/bench/desktop-refusals.mjs

soak-vps: build ## Convert a virtual VPS ten times by each way (root; an hour or two)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@services/install/test/vm/soak.sh $(options)

rolling: build ## Restart each of two replicas of every service under load; nothing may fail (five minutes; options='--pgbouncer --nats-cluster': fifteen)
	@node deploy/local/rollout/rolling.mjs $(options)

upgrade-test: build ## Run the release before (or from=COMMIT) beside this version on one database, and switch identities on (a quarter of an hour)
	@node deploy/local/rollout/upgrade.mjs $(from)

bench: build ## Page through a million rows beside a thousand (billing, security); what a look at the blocks costs
	@node services/billing/test/bench/pages.mjs
	@node services/security/test/bench/blocks.mjs
	@node services/security/test/bench/pages.mjs

bench-retention: build ## Page, write and prune 10,000,000 steps, signals and audit entries beside 100,000 (options='rows=1000000'; some minutes)
	@node deploy/local/bench/retention.mjs $(options)

bench-api: build ## What a call costs, beside a bare NestJS route, in one run (options="rounds=5 profile=FOLDER"; five minutes)
	@node deploy/local/bench/api.mjs $(options)

bench-engine: build ## Write a disk as the RAM stage does and as its peers do, in one virtual machine (a quarter of an hour)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@node services/install/test/bench/engine.mjs

bench-image: compile ## What building an image costs beside wimlib-imagex apply alone, step by step; chunks and import (a quarter of an hour)
	@node services/install/test/bench/image.mjs

bench-desktops: compile ## What the relay of desktops costs: 200 through two replicas, and a flood beside direct TLS (two minutes)
	@node services/desktop-relay/test/bench/desktops.mjs

bench-desktop-link: compile ## How the desktop in the browser feels beside FreeRDP's own client on a slow link (root; five minutes; options='100 1': ms each way, percent lost)
	@services/desktop-relay/test/bench/desktop-link/link.sh $(options)

fuzz: build ## Send generated requests for every call of the API reference to a fresh product (python3; fifty minutes; options=--seconds=60)
	@node gateway/fuzz/fuzz.mjs $(options)

faults: build ## Let a conversion go wrong in every known way on a virtual VPS (root; half an hour)
	@deploy/lab/lab.sh install-packages
	@deploy/lab/lab.sh build
	@services/install/test/vm/faults.sh $(options)

images: ## Build the container images (REGISTRY, VERSION; needs docker)
	@deploy/docker/build-images.sh

chart: modules ## Render the Helm chart into k8s/tests/golden (builds helm from Go where there is none)
	@HELM=$$(k8s/helm.sh) && HELM=$$HELM node k8s/tests/render.mjs

chart-check: modules ## Hold chart and containers to helm, the API's types and the linters that are there (helm or Go)
	@k8s/tests/check.sh

images-check: build ## Build the images without a container engine and start each one's file system as its pod does (root, Debian; half an hour the first time; options=auth)
	@deploy/docker/check/packages.sh
	@node deploy/docker/check/images.mjs $(options)

cluster-check: build ## Type docs/kubernetes.md into a real Kubernetes API with all three values files (root, Debian, Go; options=small)
	@deploy/docker/check/packages.sh
	@node k8s/tests/cluster/prepare.mjs
	@unshare --net --mount --pid --fork --kill-child --mount-proc node k8s/tests/cluster/walk.mjs $(options)

alerts-check: ## Test the alerts (promtool; from Debian's package prometheus where it can, whose server the medium tests then ask)
	@k8s/tests/alerts.sh

s3-check: build ## Hold the image store against versitygw, a real S3 server (Go, once), with outages of half a minute
	@services/install/test/s3/versitygw.sh
	@S3_OUTAGE_MS=30000 npx jest --selectProjects medium --testPathPatterns 'install/test/medium/images-s3'

pgbouncer-check: build ## Run the medium tests of auth, billing and common by way of a real PgBouncer (Debian package; a quarter of an hour)
	@TEST_PGBOUNCER=1 npx jest --selectProjects medium --testPathPatterns '(auth|billing|common)/test/medium'

nats-check: build ## Hold the services against clusters of three and of five nats-servers: copies up and down, a server away (two minutes)
	@NATS_CLUSTER=1 npx jest --selectProjects medium --testPathPatterns 'common/test/medium/nats-cluster'

restore-drill: build ## Dump three databases, destroy them, restore them, compare (PostgreSQL's programs)
	@deploy/docker/restore-drill.sh

manifests: ## Write plain manifests for kubectl (VALUES=my-values.yaml)
	@k8s/manifests.sh $(VALUES)

.PHONY: images chart chart-check images-check cluster-check alerts-check s3-check pgbouncer-check nats-check restore-drill manifests clean-cache
clean-cache: ## Remove what the lab's build keeps for other clones in ~/.cache/casement
	@deploy/lab/lab.sh clean-cache

clean: ## Remove what was built and installed; .data stays
	@rm -rf node_modules
	@find . -path ./.data -prune -o -type d \( -name dist -o -name node_modules \) -prune -exec rm -rf {} +
	@find . -path ./.data -prune -o -name '*.tsbuildinfo' -exec rm -f {} +

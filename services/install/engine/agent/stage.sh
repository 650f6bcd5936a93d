# shellcheck shell=sh disable=SC2153,SC2154 # the caller has read job.env
# Sourced by the first process (init or recovery.sh): one install, from the network to the restart into the new system.

# run_stage BACK: returns only without a commit. Nothing has been written then. BACK is run in the background if there
# is no commit within DEADLINE. It and the commit are mutually exclusive because both call decide(), which succeeds only
# once.
run_stage() {
  # Started first, because prepare.sh may hang.
  (
    sleep "$DEADLINE"
    decide && {
      log "no commit within $DEADLINE s"
      "$1"
    }
  ) &
  deadline=$!
  use_token "$TOKEN"
  # Each runs in a separate session, so that it can be killed with all of its children.
  if ! setsid /usr/lib/casement/prepare.sh; then
    kill "$deadline"
    return 1
  fi
  # The earlier system cannot be restored from here on, so failures are retried indefinitely.
  until setsid /usr/lib/casement/write.sh; do sleep 5; done
  configure=configure.sh system=Windows
  [ "${KIND:-}" != linux ] || configure=cidata.sh system=Linux
  until "/usr/lib/casement/$configure"; do sleep 30; done
  log "restarting into $system"
  restart_now
  # Panics.
  exit 1
}

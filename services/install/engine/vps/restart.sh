# shellcheck shell=sh disable=SC2016 # expanded by the inner shell
# Restarts into the stage one second after this script has responded. Input: WAY (grub or kexec). The background
# process must not keep the lock (descriptor 9) and the SSH channel open.
case $WAY in
  grub)
    setsid sh -c '
      # Leaves the SSH session, whose end would kill this process or wait 90 seconds for it.
      { echo $$ >/sys/fs/cgroup/cgroup.procs || echo $$ >/sys/fs/cgroup/systemd/cgroup.procs; } 2>/dev/null
      trap "" TERM HUP
      sleep 1
      # kexec would bypass the next_entry of GRUB if a kernel is already loaded, or if kexec-tools (LOAD_KEXEC=true)
      # or systemd loads and starts one during the shutdown. The kernel allows loading again after the restart.
      is_loaded() { [ "$(cat /sys/kernel/kexec_loaded 2>/dev/null)" = 1 ]; }
      is_loaded && "$0" kexec -u
      echo 1 >/proc/sys/kernel/kexec_load_disabled
      export SYSTEMCTL_SKIP_AUTO_KEXEC=1 SYSTEMCTL_SKIP_AUTO_SOFT_REBOOT=1
      # Finds the real program behind a wrapper of molly-guard, dpkg-divert or an administrator, which would ask for
      # confirmation or refuse.
      real() {
        for dir in /lib/molly-guard /usr/lib/molly-guard /usr/bin /bin /usr/sbin /sbin; do
          for name in "$1.distrib" "$1.real" "$1.orig" "$1"; do
            [ -x "$dir/$name" ] && echo "$dir/$name" && return
          done
        done
        echo "$1"
      }
      # A shutdown would start a loaded kernel that cannot be unloaded.
      is_loaded || "$(real systemctl)" reboot || "$(real reboot)"
      # A service that refuses to stop must not block the install. The last part of a shutdown needs no help, and
      # would itself wait for this process.
      seconds=0
      while [ "$seconds" -lt 60 ] && ! is_loaded; do
        case $(cat /proc/1/comm) in systemd-shutdow*) exit 0 ;; esac
        sleep 1
        seconds=$((seconds + 1))
      done
      sync
      echo s >/proc/sysrq-trigger
      echo u >/proc/sysrq-trigger
      echo b >/proc/sysrq-trigger
    ' "$DIR/tools/toolkit-run" >/dev/null 2>&1 </dev/null 9<&- &
    ;;
  kexec)
    # systemd would search for its own kexec program, which is seldom installed. The file systems are made read-only
    # first, so that Linux finds them clean if it has to boot again.
    setsid sh -c '
      sleep 1
      sync
      echo s >/proc/sysrq-trigger
      echo u >/proc/sysrq-trigger
      sleep 1
      "$0" kexec -e -x
      echo b >/proc/sysrq-trigger
    ' "$DIR/tools/toolkit-run" >/dev/null 2>&1 </dev/null 9<&- &
    ;;
esac

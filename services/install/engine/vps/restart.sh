# shellcheck shell=sh disable=SC2016 # expanded by the inner shell
# Restarts into the stage a second after this script has answered. Given: WAY (grub or kexec).
# The lock (descriptor 9) and the SSH channel must not be kept open by what stays behind.
case $WAY in
  grub)
    setsid sh -c '
      # Out of the SSH session, whose end would kill this process, or would wait for it for 90 seconds.
      { echo $$ >/sys/fs/cgroup/cgroup.procs || echo $$ >/sys/fs/cgroup/systemd/cgroup.procs; } 2>/dev/null
      trap "" TERM HUP
      sleep 1
      systemctl reboot || reboot
      # A service that refuses to stop must not block the install. The last part of a shutdown needs
      # no help, and would itself wait for this process.
      seconds=0
      while [ "$seconds" -lt 60 ]; do
        case $(cat /proc/1/comm) in systemd-shutdow*) exit 0 ;; esac
        sleep 1
        seconds=$((seconds + 1))
      done
      sync
      echo s >/proc/sysrq-trigger
      echo u >/proc/sysrq-trigger
      echo b >/proc/sysrq-trigger
    ' >/dev/null 2>&1 </dev/null 9<&- &
    ;;
  kexec)
    # systemd would look for the system'"'"'s own kexec, which is seldom there. The file systems are made
    # read-only first, so that Linux finds them clean if it has to come back.
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

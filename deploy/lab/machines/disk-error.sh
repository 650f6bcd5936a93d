# shellcheck shell=sh
# Simulates errors=remount-ro: the file system is read-only although it was mounted rw.
cat >/etc/systemd/system/lab-disk-error.service <<'END'
[Unit]
Before=ssh.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'sync; echo u >/proc/sysrq-trigger; until grep -q " / .* - ext4 .* ro" /proc/self/mountinfo; do sleep 0.1; done'
[Install]
WantedBy=multi-user.target
END
systemctl enable lab-disk-error

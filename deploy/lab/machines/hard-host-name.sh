# shellcheck shell=sh
# What a shell, a batch file, XML and a page could trip over: Linux takes any 64 bytes.
cat >/etc/systemd/system/lab-host-name.service <<'UNIT'
[Unit]
Before=ssh.service
[Service]
Type=oneshot
ExecStart=/bin/sh /usr/local/sbin/lab-host-name
[Install]
WantedBy=multi-user.target
UNIT
cat >/usr/local/sbin/lab-host-name <<'SCRIPT'
printf '%s' "ı\"q' \$(reboot) %PATH% ^&<b>;\`id\`=" >/proc/sys/kernel/hostname
SCRIPT
systemctl enable lab-host-name
echo 'uname -n | grep -q PATH' >/etc/lab-it-is

# shellcheck shell=sh
# Simulates `ufw limit`: refuses connections from the sixth within 30 s until half a minute has passed. Uses systemd
# in front of sshd, so no firewall is needed.
cat >/usr/local/sbin/lab-limit <<'END'
#!/bin/sh
seen=/run/lab-limit
now=$(cut -d. -f1 /proc/uptime)
echo "$now" >>"$seen"
if [ "$(awk -v now="$now" '$1 > now - 30' "$seen" | wc -l)" -ge 6 ]; then
  echo "$now" >>/run/lab-limit.refused
  systemctl stop --no-block lab-limit.socket
  systemd-run --on-active=30 --timer-property=AccuracySec=1s systemctl start lab-limit.socket
fi
exec /usr/sbin/sshd -i
END
chmod 755 /usr/local/sbin/lab-limit
# Starts after sign-ins are possible, because each attempt of the lab's own wait for SSH would count as a connection.
cat >/etc/systemd/system/lab-limit.socket <<'END'
[Unit]
DefaultDependencies=no
After=systemd-user-sessions.service network.target
Before=shutdown.target
Conflicts=shutdown.target
[Socket]
ListenStream=22
ListenStream=2222
Accept=yes
[Install]
WantedBy=multi-user.target
END
cat >/etc/systemd/system/lab-limit@.service <<'END'
[Service]
ExecStart=-/usr/local/sbin/lab-limit
StandardInput=socket
KillMode=process
RuntimeDirectory=sshd
RuntimeDirectoryPreserve=yes
END
systemctl disable ssh
systemctl enable lab-limit.socket

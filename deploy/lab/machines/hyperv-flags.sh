# shellcheck shell=sh
# What systemd before 256 says on KVM whose guests see Hyper-V's enlightenments.
real=$(command -v systemd-detect-virt)
mv "$real" "$real.lab"
cat >"$real" <<END
#!/bin/sh
[ "\$1" = --container ] && exec $real.lab "\$@"
echo microsoft
END
chmod 755 "$real"

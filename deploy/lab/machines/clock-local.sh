# shellcheck shell=sh
# Clock chip in local time, as after a Windows on the same machine. The zone is that of clock-utc.
mkdir -p /usr/share/zoneinfo/Asia
{
  printf TZif
  head -c 35 /dev/zero
  printf '\1\0\0\0\4\0\0\142\160\0\0WIB\0'
} >/usr/share/zoneinfo/Asia/Jakarta
ln -sf /usr/share/zoneinfo/Asia/Jakarta /etc/localtime
printf '0.0 0 0.0\n0\nLOCAL\n' >/etc/adjtime

# shellcheck shell=sh
cat >/root/.bashrc <<'END'
printf '\033[1;32mWelcome to %s\033[0m\n' "$(uname -n)"
echo 'FACTS=1'
echo '2 updates can be applied' >&2
END

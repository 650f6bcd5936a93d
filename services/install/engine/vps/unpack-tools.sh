# shellcheck shell=sh
# Unpacks the toolkit into $DIR/tools, where toolkit-run finds its files next to itself. Repeating it is cheap. Input:
# BUSYBOX_SHA256, TOOLKIT_SHA256.
cd "$DIR" && [ -O . ] || exit 1
# Replaces tools of another version and incomplete tools.
if [ "$(cat tools.sha256 2>/dev/null)" != "$TOOLKIT_SHA256" ]; then
  printf '%s  busybox\n%s  toolkit.cpio.gz\n' "$BUSYBOX_SHA256" "$TOOLKIT_SHA256" | sha256sum -c - >&2 || exit 1
  chmod 700 busybox
  rm -rf tools && mkdir tools && cd tools || exit 1
  gzip -dc ../toolkit.cpio.gz >../toolkit.cpio || exit 1
  ../busybox cpio -idm <../toolkit.cpio >&2 || exit 1
  rm -f ../toolkit.cpio
  cd .. && printf '%s\n' "$TOOLKIT_SHA256" >tools.sha256 || exit 1
fi
tools/toolkit-run curl --version >/dev/null || exit 1

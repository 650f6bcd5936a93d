# shellcheck shell=sh
# Unpacks the toolkit into $DIR/tools, where toolkit-run finds its files next to itself. Repeating it is cheap. Input:
# BUSYBOX_SHA256, TOOLKIT_SHA256. Exit status: 96 without room; 97 if intact programs are removed, killed or not allowed
# to run by endpoint protection, a virus scanner, fapolicyd or a kernel policy.
cd "$DIR" && [ -O . ] || exit 1
# Replaces tools of another version and incomplete tools.
if [ "$(cat tools.sha256 2>/dev/null)" != "$TOOLKIT_SHA256" ]; then
  [ -e busybox ] && [ -e toolkit.cpio.gz ] || exit 97
  printf '%s  busybox\n%s  toolkit.cpio.gz\n' "$BUSYBOX_SHA256" "$TOOLKIT_SHA256" | sha256sum -c - >&2 || exit 1
  chmod 700 busybox
  ./busybox true || exit 97
  rm -rf tools && mkdir tools && cd tools || exit 96
  gzip -dc ../toolkit.cpio.gz >../toolkit.cpio || exit 96
  # The archive is intact, so a failure means missing space unless busybox was killed.
  ../busybox cpio -idm <../toolkit.cpio >&2 || { ../busybox true && exit 96 || exit 97; }
  rm -f ../toolkit.cpio
  cd .. && printf '%s\n' "$TOOLKIT_SHA256" >tools.sha256 || exit 96
fi
for tool in curl modprobe kexec; do tools/toolkit-run "$tool" --version >/dev/null || exit 97; done

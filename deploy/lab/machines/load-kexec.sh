# shellcheck shell=sh
# kexec-tools loads the running kernel during each restart and starts it, so a restart would pass over GRUB's single
# start. Debian masks the unit that starts it; older releases and other distributions do not.
sed -i -e 's/^LOAD_KEXEC=.*/LOAD_KEXEC=true/' -e 's/^USE_GRUB_CONFIG=.*/USE_GRUB_CONFIG=true/' /etc/default/kexec
rm /usr/lib/systemd/system/kexec.service
systemctl daemon-reload
systemctl enable kexec.service kexec-load.service
it_is 'grep -qx LOAD_KEXEC=true /etc/default/kexec'
# The units load and start the kernel when they are stopped, so both must be active before the restart.
it_is 'timeout 60 sh -c "until systemctl --quiet is-active kexec.service && systemctl --quiet is-active kexec-load.service; do sleep 1; done"'

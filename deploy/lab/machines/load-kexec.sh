# shellcheck shell=sh
# kexec-tools loads the running kernel during each restart, so a restart would pass over GRUB's single start.
sed -i -e 's/^LOAD_KEXEC=.*/LOAD_KEXEC=true/' -e 's/^USE_GRUB_CONFIG=.*/USE_GRUB_CONFIG=true/' /etc/default/kexec
systemctl enable kexec.service kexec-load.service
it_is 'grep -qx LOAD_KEXEC=true /etc/default/kexec'
it_is 'systemctl is-enabled kexec-load.service'

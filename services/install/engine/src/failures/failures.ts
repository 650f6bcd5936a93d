import { recommendedProviders, withProviderCures } from '../providers/providers.js';

interface FailureText {
  sentence: string;
  cure: string;
}

const TRY_AGAIN = 'Try again; if it happens again, contact support with the install ID.';
const ROOT_PASSWORD =
  'Check the root password with your provider. If it is right, the SSH server does not let root in: the command under "How to create a root password" finds and fixes that.';
const OTHER_PLAN = 'Choose a larger VPS plan, or another Windows version.';
const SUPPORT = 'Contact support with the install ID.';

/**
 * Catalog of all failure codes. Codes are stable because pages, tests and support rely on them. `{name}` is replaced
 * with a value of the failure. The first half occurs only before the commit, while Linux is untouched or comes back
 * automatically.
 */
export const FAILURES = {
  ADDRESS_REFUSED: {
    sentence:
      'The address {address} is private or reserved, so it cannot be a VPS on the internet.',
    cure: 'Enter the public IPv4 address of your VPS.',
  },

  // While connecting.
  SSH_TIMEOUT: {
    sentence: 'The VPS did not answer on port {port}.',
    cure: 'Check the IP address, that the VPS is switched on, and that no firewall blocks SSH.',
  },
  SSH_REFUSED: {
    sentence: 'The VPS refused the connection on port {port}.',
    cure: 'Check that SSH runs on this port and that the VPS has finished booting.',
  },
  SSH_UNREACHABLE: {
    sentence: 'There is no route to this address.',
    cure: 'Check the IP address and that the VPS is switched on.',
  },
  SSH_SILENT: {
    sentence: 'Port {port} accepts connections, but SSH never answers.',
    cure: 'Check that SSH runs on this port; restarting the VPS often helps.',
  },
  SSH_NOT_SSH: {
    sentence: 'Port {port} is used by a program that is not SSH.',
    cure: 'Check the IP address, and that SSH runs on this port.',
  },
  SSH_HANDSHAKE_FAILED: {
    sentence: 'The VPS answered on SSH, but no common encryption was found.',
    cure: 'Undo hardening of the SSH server’s encryption (KexAlgorithms, Ciphers, MACs), or reinstall the VPS with Ubuntu 22.04 and its standard SSH server.',
  },
  SSH_BANNER_TOO_LONG: {
    sentence: 'The SSH server of the VPS sends a greeting that is too long to sign in.',
    cure: 'Shorten or switch off the greeting (Banner in the SSH server’s settings), or reinstall the VPS with Ubuntu 22.04; then try again.',
  },
  SSH_CLOSED: {
    sentence: 'The VPS ended the connection before the sign-in.',
    cure: 'It may limit or block connections after many attempts (such as fail2ban): wait 15 minutes, or restart the VPS in your provider’s panel; then try again.',
  },
  SSH_AUTH_FAILED: {
    sentence: 'The VPS did not accept the root password.',
    cure: ROOT_PASSWORD,
  },
  SSH_PASSWORD_DISABLED: {
    sentence: 'The VPS does not allow signing in with a password.',
    cure: 'Enter an SSH key or another user under "Advanced", or allow it with the command shown under "How to create a root password"; then try again.',
  },
  SSH_USER_AUTH_FAILED: {
    sentence: 'The VPS did not accept the password of the user {user}.',
    cure: 'Check the user name and the password under “Advanced”. Many providers let this user sign in only with an SSH key.',
  },
  SSH_KEY_REFUSED: {
    sentence: 'The VPS did not accept the SSH key for the user {user}.',
    cure: 'Check the user name under “Advanced”, and that the public half of this key is in ~/.ssh/authorized_keys of that user.',
  },
  SSH_KEY_ALSO: {
    sentence:
      'The VPS accepted the password of the user {user}, but it requires an SSH key as well.',
    cure: 'Add the SSH key of this user under “Advanced” and try again. If you have none, reinstall the VPS with Ubuntu 22.04 in your provider’s panel: that sets a new root password and removes the rule.',
  },
  SSH_PASSWORD_ALSO: {
    sentence:
      'The VPS accepted the SSH key, but it requires the password of the user {user} as well.',
    cure: 'Enter this user’s password as the VPS password, next to the key, and try again.',
  },
  SSH_SECOND_FACTOR: {
    sentence:
      'To sign in, the VPS requires a second factor, which we cannot give. It asks: “{prompt}”.',
    cure: 'Switch off two-factor sign-in for SSH on the VPS, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway); then try again.',
  },
  SSH_PROMPT_UNKNOWN: {
    sentence: 'While signing in, the VPS asks something that we cannot answer: “{prompt}”.',
    cure: 'Sign in to the VPS yourself and switch that question off, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway); then try again.',
  },
  SSH_PASSWORD_EXPIRED: {
    sentence: 'The VPS requires a new password before it can be used.',
    cure: 'Sign in to the VPS once, set a new password, and try again with that one.',
  },
  SSH_ACCOUNT_EXPIRED: {
    sentence: 'The password is right, but the account {user} has expired on the VPS.',
    cure: 'Renew it with “chage -E -1 {user}” in your provider’s console, then try again.',
  },
  SSH_START_FILE: {
    sentence:
      'A start file of the user {user} on the VPS waits for input or starts a program that needs a terminal.',
    cure: 'In the file {file} of this user remove the lines that start tmux or screen, or that ask a question (read); then try again.',
  },
  SSH_START_FILE_ENDS: {
    sentence:
      'The shell of the user {user} on the VPS ends before it runs a command. A line of its start file {file} probably ends it.',
    cure: 'Remove lines such as “set -e”, “set -u” or “exit” from {file}, or rename the file in your provider’s console; then try again. If this user’s shell is /bin/false, change it to /bin/bash with “chsh -s /bin/bash {user}”.',
  },
  SSH_NO_SHELL: {
    sentence: 'The user {user} can sign in on the VPS, but cannot run commands there.',
    cure: 'Give this user an ordinary shell such as /bin/bash, and remove a forced command (ForceCommand in the SSH server’s settings, command= in authorized_keys) or MaxSessions 0. Also look into the user’s start file {file}: a menu or “exit” there keeps commands from running. Then try again.',
  },
  SSH_HOST_KEY_CHANGED: {
    sentence: 'The SSH host key of the VPS has changed since the install began.',
    cure: 'If you did not reinstall the VPS yourself, ask your provider; then start a new install.',
  },
  SSH_LOST: {
    sentence: 'The connection to the VPS was lost during the install.',
    cure: TRY_AGAIN,
  },
  NOT_ROOT: {
    sentence: 'The account that was signed in to is not root.',
    cure: 'Name the account that the VPS lets in, such as ubuntu, under “Advanced”; it needs sudo. Or allow signing in as root with a password.',
  },
  SUDO_PASSWORD_MISSING: {
    sentence: 'On the VPS, sudo asks for the password of the user {user}.',
    cure: 'Enter this user’s password as the VPS password, or let the user run sudo without one (NOPASSWD); then try again.',
  },
  SUDO_PASSWORD_REFUSED: {
    sentence: 'On the VPS, sudo did not accept the password of the user {user}.',
    cure: 'Enter the password that this user types for sudo as the VPS password, then try again.',
  },
  SUDO_REFUSED: {
    sentence: 'On the VPS, the user {user} cannot run commands as root.',
    cure: 'Sign in as root, or as a user that is allowed to run every command with sudo; then try again.',
  },
  REMOTE_BUSY: {
    sentence: 'Another install is running on this VPS.',
    cure: 'Wait until it has ended, then try again.',
  },
  REMOTE_SUPERSEDED: {
    sentence: 'A newer worker has taken over this install.',
    cure: 'Nothing to do; the install continues.',
  },
  REMOTE_FAILED: {
    sentence: 'A command on the VPS failed while {what}.',
    cure: TRY_AGAIN,
  },

  // While checking.
  OS_UNREADABLE: {
    sentence: 'The system on the VPS could not be checked.',
    cure: 'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.',
  },
  TOOLS_MISSING: {
    sentence: 'The system lacks programs that every ordinary Linux has: {tools}.',
    cure: 'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.',
  },
  ARCH_UNSUPPORTED: {
    sentence: 'The processor is {arch}; Windows requires x86_64.',
    cure: 'Use a VPS with an Intel or AMD processor.',
  },
  PROCESSOR_UNSUPPORTED: {
    sentence:
      'The processor of the VPS ({model}) lacks {missing}. This Windows version would stop before it shows anything.',
    cure: 'Ask your provider to give the VPS the processor type “host” (in Proxmox: Hardware, Processors, Type) and switch it off and on again, or choose an older Windows version.',
  },
  PROCESSOR_OTHER_VERSION: {
    sentence:
      'The processor of the VPS ({model}) lacks {missing}. This Windows version would stop before it shows anything.',
    cure: 'Choose a Windows version that runs on it: {versions}. Or ask your provider to give the VPS the processor type “host”.',
  },
  VIRT_CONTAINER: {
    sentence: 'This is a container ({kind}), not a virtual machine: it has no disk of its own.',
    cure: 'Use a KVM VPS.',
  },
  VIRT_HYPERV: {
    sentence: 'This VPS runs on Hyper-V (as on Azure), which is not supported yet.',
    cure: `Use a KVM VPS, such as those of ${recommendedProviders}.`,
  },
  VIRT_XEN: {
    sentence: 'This VPS runs on Xen, which is not supported.',
    cure: withProviderCures('VIRT_XEN', 'Use a KVM VPS'),
  },
  VIRT_UNSUPPORTED: {
    sentence: 'This machine runs on {kind}, not on KVM.',
    cure: 'Use a KVM VPS.',
  },
  KERNEL_INCOMPLETE: {
    sentence: 'The running kernel {kernel} and its files on the disk do not match.',
    cure: 'Restart the VPS so that it runs its newest kernel, then try again.',
  },
  KERNEL_UNUSABLE: {
    sentence: 'The kernel {kernel} cannot start our installer: {what}.',
    cure: 'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.',
  },
  CLOCK_WRONG: {
    sentence: 'The clock of the VPS is wrong: it says {time} UTC.',
    cure: 'Set the clock, for example with “timedatectl set-ntp true”, then try again.',
  },
  MEMORY_TOO_SMALL: {
    sentence: 'The VPS has {memory} of memory; {needed} is required.',
    cure: OTHER_PLAN,
  },
  FIRMWARE_MISMATCH: {
    sentence: 'The VPS boots in {firmware} mode; this Windows version requires {needed}.',
    cure: 'Choose another Windows version, or a VPS that boots in {needed} mode.',
  },
  DISK_NOT_FOUND: {
    sentence: 'The disk that Linux is on could not be found.',
    cure: 'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.',
  },
  DISK_SPANNED: {
    sentence: 'Linux is on several disks at once ({disks}).',
    cure: 'Reinstall the VPS without RAID and without a volume group across disks.',
  },
  LINUX_ENCRYPTED: {
    sentence:
      'Linux on this VPS is encrypted ({kind}) and may ask for a passphrase when it starts.',
    cure: 'Have the passphrase and the console of your provider’s panel at hand: if the install stops before the disk is erased, Linux may wait for it there. Windows needs no passphrase.',
  },
  DISK_SECOND: {
    sentence:
      'The VPS has more than one disk ({disks}), so it is not certain which one to replace.',
    cure: 'Detach the other disks in your provider’s panel, then try again.',
  },
  DISK_BUS_UNSUPPORTED: {
    sentence: 'The disk is attached as {bus}, for which the Windows image has no driver.',
    cure: 'Use a VPS whose disk is attached as virtio, SATA or NVMe. Many providers can change this in the panel or on request.',
  },
  DISK_BUS_OTHER_VERSION: {
    sentence:
      'The disk is attached as {bus}, for which the image of this Windows version has no driver.',
    cure: 'Choose a Windows version that has it: {versions}.',
  },
  DISK_SECTOR_UNSUPPORTED: {
    sentence: 'The disk has sectors of {sector} bytes; the image requires 512.',
    cure: 'Use a VPS with an ordinary disk.',
  },
  DISK_READ_ONLY: {
    sentence: 'The disk is read-only.',
    cure: 'Ask your provider why the disk is read-only.',
  },
  DISK_TOO_SMALL: {
    sentence: 'The disk has {size}; this Windows version requires {needed}.',
    cure: OTHER_PLAN,
  },
  BOOT_EXTERNAL: {
    sentence: 'The VPS does not boot from its own disk, so Windows would never start: {why}.',
    cure: withProviderCures(
      'BOOT_EXTERNAL',
      'Set the VPS to boot from its own disk in your provider’s panel, without a kernel of the provider, or reinstall it with Ubuntu 22.04; restart it and try again',
    ),
  },
  NETWORK_UNUSABLE: {
    sentence: 'The network settings are not supported: {what}.',
    cure: 'Use a VPS with a public IPv4 address on an ordinary network card.',
  },
  ADDRESS_LOST: {
    sentence:
      'Windows would not answer at {address}: on the VPS this is the address {local}, which Windows will not have.',
    cure: 'Enter {other} instead, or the public address that your provider’s panel shows for it; then try again.',
  },
  PORT_FORWARDED: {
    sentence:
      'Port {public} leads to port {local} of the VPS, so the VPS seems to share its address with others. Windows answers on port {port} and would not be reachable.',
    cure: 'If the VPS also answers SSH on port {local}, enter that port under “Advanced”. Otherwise use a VPS with its own public IPv4 address.',
  },
  PORT_CHANGES: {
    sentence: 'Windows will answer on port {port}, not on the SSH port {public}.',
    cure: 'Allow TCP port {port} in the firewall of your provider’s panel before you continue.',
  },
  NIC_UNSUPPORTED: {
    sentence: 'The network card uses {driver}, for which the Windows image has no driver.',
    cure: 'Use a VPS whose network card is attached as virtio.',
  },
  NIC_OTHER_VERSION: {
    sentence:
      'The network card uses {driver}, for which the image of this Windows version has no driver.',
    cure: 'Choose a Windows version that has it: {versions}.',
  },
  BOOT_ONCE_IMPOSSIBLE: {
    sentence: 'Our installer cannot be started safely: {why}.',
    cure: 'Reinstall the VPS with a standard Ubuntu 22.04 or Debian 12 and try again.',
  },
  FOLDER_READ_ONLY: {
    sentence: 'The folder {dir} on the VPS is read-only.',
    cure: 'Make it writable, for example with “mount -o remount,rw {dir}”, then try again.',
  },
  FOLDER_NOEXEC: {
    sentence: 'The folder {dir} on the VPS does not let programs run.',
    cure: 'Allow it with “mount -o remount,exec {dir}”, then try again.',
  },
  ROOM_TOO_SMALL: {
    sentence: 'The folder {dir} has {free} free; the installer requires {needed}.',
    cure: 'Delete some files on the VPS, then try again.',
  },
  FILES_TOO_MANY: {
    sentence: 'The folder {dir} on the VPS has so many files that no more can be created (inodes).',
    cure: 'Delete files that you do not need, such as old logs and caches, then try again.',
  },
  TOOLS_BLOCKED: {
    sentence: 'Something on the VPS stops our tools or does not let them run.',
    cure: 'Switch off the virus scanner, endpoint protection or similar security software on the VPS, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway); then try again.',
  },
  PROXY_ONLY: {
    sentence:
      'The VPS reaches the internet only through the proxy {proxy}, which our installer cannot use.',
    cure: 'Ask your provider to allow direct outgoing connections (HTTPS, port 443), or use another VPS; then try again.',
  },
  API_UNREACHABLE: {
    sentence: 'The VPS cannot reach this service over the internet.',
    cure: 'Check the firewall and DNS of the VPS for outgoing connections, then try again.',
  },
  IMAGE_UNREACHABLE: {
    sentence: 'The VPS could not download parts of the Windows image.',
    cure: TRY_AGAIN,
  },
  IMAGE_MISSING: {
    sentence: 'The image of this Windows version is missing or damaged on our side.',
    cure: `Nothing was changed on your VPS. ${SUPPORT}`,
  },

  // While preparing and rebooting.
  TOOLKIT_MISSING: {
    sentence: 'Our tools for the VPS are missing on our side.',
    cure: `Nothing was changed on your VPS. ${SUPPORT}`,
  },
  TOOLKIT_DAMAGED: {
    sentence: 'Our tools arrived damaged on the VPS.',
    cure: TRY_AGAIN,
  },
  STAGE_BUILD_FAILED: {
    sentence: 'The installer could not be built on the VPS.',
    cure: TRY_AGAIN,
  },
  BOOT_ONCE_FAILED: {
    sentence: 'The VPS could not be set to start our installer.',
    cure: TRY_AGAIN,
  },
  REBOOT_FAILED: {
    sentence: 'The VPS did not restart when it was asked to.',
    cure: 'Restart the VPS in your provider’s panel, then try again.',
  },
  STAGE_NOT_STARTED: {
    sentence: 'The VPS restarted, but into Linux and not into our installer.',
    cure: TRY_AGAIN,
  },
  STAGE_SILENT: {
    sentence: 'The VPS restarted, but our installer never reported.',
    cure: 'If the VPS does not answer, restart it in your provider’s panel: Linux is still on it. Check that it can reach the internet, then try again.',
  },
  STAGE_DISK_CHANGED: {
    sentence: 'After the restart the disk was not the one that was checked.',
    cure: SUPPORT,
  },
  STAGE_BOOT_ENTRY_STUCK: {
    sentence: 'The boot loader would have started our installer again and again.',
    cure: 'Reinstall the VPS with a standard Ubuntu 22.04 or Debian 12 and try again.',
  },
  STAGE_FAILED: {
    sentence: 'Our installer could not run on this VPS: {what}.',
    cure: SUPPORT,
  },
  STAGE_ADDRESS_CHANGED: {
    sentence:
      'After the restart the network gave the VPS another address ({what}), and its own one no longer worked.',
    cure: 'Linux is back and nothing was changed. Ask your provider to assign the address of the VPS permanently to its network card, then try again.',
  },
  STAGE_DOWNLOAD_FAILED: {
    sentence:
      'After the restart our installer reached this service, but could not download the Windows image.',
    cure: 'Linux is back and nothing was changed. Try again; if it happens again, ask your provider whether its network filters or limits downloads.',
  },
  ENDED_BY_ADMINISTRATOR: {
    sentence: 'An administrator ended the install.',
    cure: SUPPORT,
  },
  CANCELLED: {
    sentence: 'The install was cancelled before the disk was touched.',
    cure: 'You can start a new install at any time.',
  },

  // After the commit: the disk is being replaced or has been replaced.
  AGENT_LOST: {
    sentence: 'The VPS stopped reporting while its disk was being replaced.',
    cure: 'Check in your provider’s panel that the VPS is running; support has been notified.',
  },
  CHUNK_CORRUPT: {
    sentence: 'A part of the Windows image arrived damaged on the VPS.',
    cure: SUPPORT,
  },
  CHUNK_TRUNCATED: {
    sentence: 'A part of the Windows image arrived incomplete on the VPS.',
    cure: SUPPORT,
  },
  CHUNK_UNREACHABLE: {
    sentence: 'The VPS can no longer download the Windows image.',
    cure: SUPPORT,
  },
  DISK_WRITE_FAILED: {
    sentence: 'The disk of the VPS reported an error while Windows was written.',
    cure: 'Ask your provider to check the disk; support has been notified.',
  },
  DISK_VERIFY_FAILED: {
    sentence: 'The data read back from the disk does not match what was written.',
    cure: 'Ask your provider to check the disk; support has been notified.',
  },
  NTFS_HIBERNATED: {
    sentence: 'The Windows image was hibernated and cannot be configured.',
    cure: SUPPORT,
  },
  NTFS_DIRTY: {
    sentence: 'The Windows image was not shut down cleanly and cannot be configured.',
    cure: SUPPORT,
  },
  NTFS_INCONSISTENT: {
    sentence: 'The file system of the Windows image is damaged.',
    cure: SUPPORT,
  },
  LOADER_MISSING: {
    sentence: 'The Windows image has no boot loader for UEFI.',
    cure: SUPPORT,
  },
  CONFIGURE_FAILED: {
    sentence: 'Windows was written, but could not be configured: {what}.',
    cure: SUPPORT,
  },
  WRITE_TOO_SLOW: {
    sentence: 'Writing Windows to the disk took too long.',
    cure: SUPPORT,
  },
  WINDOWS_SILENT: {
    sentence: 'Windows was installed, but remote desktop has not answered yet.',
    cure: 'We keep checking it for 24 hours; support has been notified.',
  },
  WINDOWS_NOT_RDP: {
    sentence: 'After the restart, port {port} is used by something other than remote desktop.',
    cure: 'We keep checking it for 24 hours; support has been notified.',
  },
  RDP_UNREACHABLE: {
    sentence: 'Remote desktop does not answer on port {port}.',
    cure: 'Check in your provider’s panel that the VPS is running and that no firewall closes the port.',
  },

  // Results of the sign-in that proves the password, see rdp/outcome.ts.
  RDP_PASSWORD_REFUSED: {
    sentence: 'Windows answers, but it did not accept the RDP password of {account}.',
    cure: 'If the Windows password was changed, check the new one; otherwise contact support with the install ID.',
  },
  RDP_PASSWORD_CHANGE: {
    sentence: 'Windows requires a new password for {account} before anyone can sign in.',
    cure: 'Set one in the console of your provider’s panel, then check it here.',
  },
  RDP_ACCOUNT_RESTRICTED: {
    sentence: 'Windows does not let {account} sign in: {what}.',
    cure: 'Allow it in the console of your provider’s panel, then check the password.',
  },
  RDP_ACCOUNT_LOCKED: {
    sentence:
      'Windows has locked {account} for some minutes: too many wrong passwords were tried, mostly by bots.',
    cure: 'Wait ten minutes, then check the password; until then allow only your own address on port {port}.',
  },
  RDP_NLA_MISSING: {
    sentence:
      'Remote desktop answers, but without Network Level Authentication the password could not be checked.',
    cure: 'Try to connect with your password; if that fails, contact support with the install ID.',
  },
  RDP_SERVER_OUTDATED: {
    sentence:
      'Windows accepted the password, but its sign-in is older than the fix of CVE-2018-0886, and current clients refuse it.',
    cure: 'Install the updates of Windows from the console of your provider’s panel, then check the password.',
  },
  RDP_NOT_PROVEN: {
    sentence:
      'What answers as remote desktop could not prove that it is Windows with your password.',
    cure: SUPPORT,
  },
  RDP_SIGN_IN_LOST: {
    sentence:
      'Windows ended the sign-in without a reason: it refused the password, or the connection was lost.',
    cure: 'Check the password again; if it happens again, contact support with the install ID.',
  },
  ENGINE_FAULT: {
    sentence: 'Something went wrong on our side.',
    cure: SUPPORT,
  },
} as const satisfies Record<string, FailureText>;

export type FailureCode = keyof typeof FAILURES;

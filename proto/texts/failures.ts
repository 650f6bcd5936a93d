import { recommendedProviders, withProviderCures } from './providers.js';

export interface FailureText {
  sentence: string;
  cure: string;
}

const TRY_AGAIN = 'Try again. If it happens again, contact support with the install ID.';
const ROOT_PASSWORD =
  'Check the root password with your provider. If it’s correct, SSH may not allow root to sign in. Run the command under “How to create a root password” to fix that.';
const OTHER_PLAN = 'Choose a larger VPS plan or another Windows version.';
const SUPPORT = 'Contact support with the install ID.';

type FailureTexts = Record<string, FailureText>;

const connecting = {
  ADDRESS_REFUSED: {
    sentence:
      'The address {address} is private or reserved, so it cannot be a VPS on the internet.',
    cure: 'Enter the public IPv4 address of your VPS.',
  },
  SSH_TIMEOUT: {
    sentence: 'The VPS did not respond on port {port}.',
    cure: 'Check the IP address, and make sure that the VPS is running and no firewall blocks SSH.',
  },
  SSH_REFUSED: {
    sentence: 'The VPS refused the connection on port {port}.',
    cure: 'Make sure that SSH runs on this port and the VPS has finished booting.',
  },
  SSH_UNREACHABLE: {
    sentence: 'There is no route to this address.',
    cure: 'Check the IP address and make sure that the VPS is running.',
  },
  SSH_SILENT: {
    sentence: 'Port {port} accepts connections, but SSH doesn’t respond.',
    cure: 'Make sure that SSH runs on this port. Restarting the VPS often helps.',
  },
  SSH_NOT_SSH: {
    sentence: 'Port {port} is used by a program that is not SSH.',
    cure: 'Check the IP address and make sure that SSH runs on this port.',
  },
  SSH_HANDSHAKE_FAILED: {
    sentence: 'We reached SSH on the VPS, but it supports none of our encryption methods.',
    cure: 'Relax the SSH server’s encryption settings (KexAlgorithms, Ciphers, MACs), or reinstall the VPS with Ubuntu 22.04 and its standard SSH server.',
  },
  SSH_BANNER_TOO_LONG: {
    sentence: 'The SSH server’s banner is too long, so we could not sign in.',
    cure: 'Shorten or remove the banner (Banner in the SSH server’s settings), or reinstall the VPS with Ubuntu 22.04. Then try again.',
  },
  SSH_CLOSED: {
    sentence: 'The VPS closed the connection before we could sign in.',
    cure: 'It may block connections after many attempts (for example with fail2ban). Wait 15 minutes or restart the VPS in your provider’s panel, then try again.',
  },
  SSH_AUTH_FAILED: {
    sentence: 'The VPS did not accept the root password.',
    cure: ROOT_PASSWORD,
  },
  SSH_PASSWORD_DISABLED: {
    sentence: 'The VPS does not allow signing in with a password.',
    cure: 'Enter an SSH key or another user under “Advanced”, or allow passwords with the command under “How to create a root password”. Then try again.',
  },
  SSH_USER_AUTH_FAILED: {
    sentence: 'The VPS did not accept the password of the user {user}.',
    cure: 'Check the username and password under “Advanced”. Many providers allow this user to sign in only with an SSH key.',
  },
  SSH_KEY_REFUSED: {
    sentence: 'The VPS did not accept the SSH key for the user {user}.',
    cure: 'Check the username under “Advanced”, and make sure that the matching public key is in that user’s ~/.ssh/authorized_keys.',
  },
  SSH_KEY_ALSO: {
    sentence:
      'The VPS accepted the password of the user {user}, but it requires an SSH key as well.',
    cure: 'Add this user’s SSH key under “Advanced” and try again. If you don’t have one, reinstall the VPS with Ubuntu 22.04 in your provider’s panel. That sets a new root password and removes this requirement.',
  },
  SSH_PASSWORD_ALSO: {
    sentence:
      'The VPS accepted the SSH key, but it requires the password of the user {user} as well.',
    cure: 'Enter this user’s password as the VPS password in addition to the key, then try again.',
  },
  SSH_SECOND_FACTOR: {
    sentence:
      'The VPS requires a second factor to sign in, which we cannot provide. It asks: “{prompt}”.',
    cure: 'Turn off two-factor sign-in for SSH on the VPS, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway). Then try again.',
  },
  SSH_PROMPT_UNKNOWN: {
    sentence: 'During sign-in, the VPS asks a question we cannot answer: “{prompt}”.',
    cure: 'Sign in to the VPS yourself and turn off that question, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway). Then try again.',
  },
  SSH_PASSWORD_EXPIRED: {
    sentence: 'The VPS requires a new password before it can be used.',
    cure: 'Sign in to the VPS once and set a new password, then try again with the new password.',
  },
  SSH_ACCOUNT_EXPIRED: {
    sentence: 'The password is correct, but the account {user} has expired on the VPS.',
    cure: 'Renew it with “chage -E -1 {user}” in your provider’s console, then try again.',
  },
  SSH_START_FILE: {
    sentence:
      'A startup file of the user {user} on the VPS waits for input or starts a program that needs a terminal.',
    cure: 'In this user’s {file}, remove the lines that start tmux or screen or wait for input (read). Then try again.',
  },
  SSH_START_FILE_ENDS: {
    sentence:
      'The shell of the user {user} on the VPS exits before it runs a command. A line in its startup file {file} is probably the cause.',
    cure: 'Remove lines such as “set -e”, “set -u” or “exit” from {file}, or rename the file in your provider’s console. Then try again. If this user’s shell is /bin/false, change it to /bin/bash with “chsh -s /bin/bash {user}”.',
  },
  SSH_NO_SHELL: {
    sentence: 'The user {user} can sign in on the VPS, but cannot run commands there.',
    cure: 'Give this user a standard shell such as /bin/bash and remove any forced command (ForceCommand in the SSH server’s settings, command= in authorized_keys) or MaxSessions 0. Also check the user’s startup file {file}: a menu or “exit” there prevents commands from running. Then try again.',
  },
  SSH_HOST_KEY_CHANGED: {
    sentence: 'The VPS’s SSH host key has changed since the install started.',
    cure: 'If you did not reinstall the VPS yourself, ask your provider. Then start a new install.',
  },
  SSH_LOST: {
    sentence: 'The connection to the VPS was lost during the install.',
    cure: TRY_AGAIN,
  },
  NOT_ROOT: {
    sentence: 'We signed in, but not as root.',
    cure: 'Under “Advanced”, enter the account that the VPS allows to sign in, such as ubuntu. It needs sudo. Or allow root to sign in with a password.',
  },
  SUDO_PASSWORD_MISSING: {
    sentence: 'On the VPS, sudo asks for the password of the user {user}.',
    cure: 'Enter this user’s password as the VPS password, or allow this user to run sudo without a password (NOPASSWD). Then try again.',
  },
  SUDO_PASSWORD_REFUSED: {
    sentence: 'On the VPS, sudo did not accept the password of the user {user}.',
    cure: 'Enter this user’s sudo password as the VPS password, then try again.',
  },
  SUDO_REFUSED: {
    sentence: 'On the VPS, the user {user} cannot run commands as root.',
    cure: 'Sign in as root or as a user who may run all commands with sudo. Then try again.',
  },
  REMOTE_BUSY: {
    sentence: 'Another install is running on this VPS.',
    cure: 'Wait until it has finished, then try again.',
  },
  REMOTE_SUPERSEDED: {
    sentence: 'This install moved to another of our servers.',
    cure: 'You don’t need to do anything; the install continues.',
  },
  REMOTE_FAILED: {
    sentence: 'A command on the VPS failed while {what}.',
    cure: TRY_AGAIN,
  },
} as const satisfies FailureTexts;

const checking = {
  OS_UNREADABLE: {
    sentence: 'The system on the VPS could not be checked.',
    cure: 'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.',
  },
  TOOLS_MISSING: {
    sentence: 'Required tools are missing: {tools}.',
    cure: 'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.',
  },
  ARCH_UNSUPPORTED: {
    sentence: 'The processor is {arch}; Windows requires x86_64.',
    cure: 'Use a VPS with an Intel or AMD processor.',
  },
  PROCESSOR_UNSUPPORTED: {
    sentence:
      'The VPS’s processor ({model}) lacks {missing}, so this Windows version would not start.',
    cure: 'Ask your provider to set the VPS’s processor type to “host” (in Proxmox: Hardware, Processors, Type) and restart it, or choose an older Windows version.',
  },
  PROCESSOR_OTHER_VERSION: {
    sentence:
      'The VPS’s processor ({model}) lacks {missing}, so this Windows version would not start.',
    cure: 'Choose a Windows version that runs on it: {versions}. Or ask your provider to set the VPS’s processor type to “host”.',
  },
  VIRT_CONTAINER: {
    sentence:
      'This is a container ({kind}), not a virtual machine, so Windows can’t be installed on it.',
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
    sentence: 'The running kernel {kernel} does not match its files on the disk.',
    cure: 'Restart the VPS so that it uses its newest kernel, then try again.',
  },
  KERNEL_UNUSABLE: {
    sentence: 'The kernel {kernel} cannot start our installer: {what}.',
    cure: 'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.',
  },
  CLOCK_WRONG: {
    sentence: 'The VPS’s clock is wrong: it shows {time} UTC.',
    cure: 'Set the clock, for example with “timedatectl set-ntp true”, then try again.',
  },
  MEMORY_TOO_SMALL: {
    sentence: 'The VPS has {memory} of memory; {needed} is required.',
    cure: OTHER_PLAN,
  },
  FIRMWARE_MISMATCH: {
    sentence: 'The VPS boots in {firmware} mode; this Windows version requires {needed}.',
    cure: 'Choose another Windows version or a VPS that boots in {needed} mode.',
  },
  DISK_NOT_FOUND: {
    sentence: 'We could not find the disk that Linux runs on.',
    cure: 'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.',
  },
  DISK_SPANNED: {
    sentence: 'Linux spans several disks ({disks}).',
    cure: 'Reinstall the VPS without RAID and without a volume group that spans disks.',
  },
  LINUX_ENCRYPTED: {
    sentence:
      'Linux on this VPS is encrypted ({kind}) and may ask for a passphrase when it starts.',
    cure: 'Keep the passphrase and the console in your provider’s panel at hand. If the install stops before the disk is erased, Linux may ask for it there. Windows needs no passphrase.',
  },
  GUARD_SECURE_BOOT: {
    sentence: 'Secure Boot is on, so this install will have no recovery system.',
    cure: 'The install works without it. To have it, turn off Secure Boot in your provider’s panel. It gives the VPS back and names the cause if Windows doesn’t start.',
  },
  GUARD_NO_ROOM: {
    sentence:
      'This Windows version leaves no room on the disk, so this install will have no recovery system.',
    cure: 'The install works without it. To have it, choose a VPS plan with a larger disk. It gives the VPS back and names the cause if Windows doesn’t start.',
  },
  DISK_SECOND: {
    sentence: 'The VPS has more than one disk ({disks}), so we can’t tell which one to replace.',
    cure: 'Detach the other disks in your provider’s panel, then try again.',
  },
  DISK_BUS_UNSUPPORTED: {
    sentence: 'The disk is attached as {bus}, for which the Windows image has no driver.',
    cure: 'Use a VPS whose disk is attached as virtio, SATA or NVMe. Many providers can change this in the panel or on request.',
  },
  DISK_BUS_OTHER_VERSION: {
    sentence:
      'The disk is attached as {bus}, for which the image of this Windows version has no driver.',
    cure: 'Choose a Windows version that has the driver: {versions}.',
  },
  DISK_SECTOR_UNSUPPORTED: {
    sentence: 'The disk has sectors of {sector} bytes; the image requires 512.',
    cure: 'Use a VPS whose disk has 512-byte sectors.',
  },
  DISK_READ_ONLY: {
    sentence: 'The disk is read-only.',
    cure: 'Ask your provider why the disk is read-only.',
  },
  DISK_TOO_SMALL: {
    sentence: 'The disk is {size}; this Windows version requires {needed}.',
    cure: OTHER_PLAN,
  },
  BOOT_EXTERNAL: {
    sentence: 'The VPS does not boot from its own disk, so Windows would never start: {why}.',
    cure: withProviderCures(
      'BOOT_EXTERNAL',
      'Set the VPS to boot from its own disk in your provider’s panel, without a provider kernel, or reinstall it with Ubuntu 22.04. Then restart it and try again',
    ),
  },
  NETWORK_UNUSABLE: {
    sentence: 'The network settings are not supported: {what}.',
    cure: 'Use a VPS with a public IPv4 address on a standard network card.',
  },
  ADDRESS_LOST: {
    sentence:
      'Windows would not be reachable at {address}. On the VPS, this is the address {local}, which Windows will not have.',
    cure: 'Enter {other} instead, or its public address as shown in your provider’s panel. Then try again.',
  },
  PORT_UNCLEAR: {
    sentence:
      'We can’t tell where port {port} of this address leads, so Windows might not be reachable there.',
    cure: 'Under “Advanced”, enter the port on which the SSH server itself listens, or remove the redirect of port {port} on the VPS. Then try again.',
  },
  PORT_RESERVED: {
    sentence:
      'Remote desktop can’t use port {port}: Windows needs it for other services, or attackers try it first (3389).',
    cure: 'Let SSH listen on another port, such as 22, and enter it under “Advanced”. If the VPS shares its address, ask your provider to forward another port. Then try again.',
  },
  NIC_UNSUPPORTED: {
    sentence: 'The network card uses {driver}, for which the Windows image has no driver.',
    cure: 'Use a VPS whose network card is attached as virtio.',
  },
  NIC_OTHER_VERSION: {
    sentence:
      'The network card uses {driver}, for which the image of this Windows version has no driver.',
    cure: 'Choose a Windows version that has the driver: {versions}.',
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
    sentence: 'The folder {dir} on the VPS does not allow programs to run.',
    cure: 'Allow it with “mount -o remount,exec {dir}”, then try again.',
  },
  ROOM_TOO_SMALL: {
    sentence: 'The folder {dir} has {free} free; the installer requires {needed}.',
    cure: 'Delete some files on the VPS, then try again.',
  },
  FILES_TOO_MANY: {
    sentence:
      'The folder {dir} on the VPS has too many files, so no new ones can be created (out of inodes).',
    cure: 'Delete files you don’t need, such as old logs and caches, then try again.',
  },
  TOOLS_BLOCKED: {
    sentence: 'Something on the VPS stops our tools or blocks them from running.',
    cure: 'Turn off the virus scanner, endpoint protection or similar security software on the VPS, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway). Then try again.',
  },
  PROXY_ONLY: {
    sentence:
      'The VPS reaches the internet only through the proxy {proxy}, which our installer cannot use.',
    cure: 'Ask your provider to allow direct outgoing connections (HTTPS, port 443), or use another VPS. Then try again.',
  },
  API_UNREACHABLE: {
    sentence: 'The VPS can’t reach our servers over the internet.',
    cure: 'Check the VPS’s DNS and its firewall rules for outgoing connections, then try again.',
  },
  IMAGE_UNREACHABLE: {
    sentence: 'The VPS could not download parts of the Windows image.',
    cure: TRY_AGAIN,
  },
  IMAGE_MISSING: {
    sentence: 'The image of this Windows version is missing or damaged on our side.',
    cure: `Nothing was changed on your VPS. ${SUPPORT}`,
  },
} as const satisfies FailureTexts;

const preparing = {
  TOOLKIT_MISSING: {
    sentence: 'Our installation tools are missing on our side.',
    cure: `Nothing was changed on your VPS. ${SUPPORT}`,
  },
  TOOLKIT_DAMAGED: {
    sentence: 'Our installation tools were damaged on the way to the VPS.',
    cure: TRY_AGAIN,
  },
  STAGE_BUILD_FAILED: {
    sentence: 'The installer could not be built on the VPS.',
    cure: TRY_AGAIN,
  },
  BOOT_ONCE_FAILED: {
    sentence: 'The VPS could not be configured to start our installer.',
    cure: TRY_AGAIN,
  },
  REBOOT_FAILED: {
    sentence: 'The VPS did not restart when we requested it.',
    cure: 'Restart the VPS in your provider’s panel, then try again.',
  },
  STAGE_NOT_STARTED: {
    sentence: 'The VPS restarted into Linux instead of our installer.',
    cure: TRY_AGAIN,
  },
  STAGE_SILENT: {
    sentence: 'The VPS restarted, but our installer didn’t check in.',
    cure: 'If the VPS doesn’t respond, restart it in your provider’s panel; Linux is still on it. Make sure that it can reach the internet, then try again.',
  },
  RECOVERY_SILENT: {
    sentence: 'The recovery system didn’t start the installation.',
    cure: 'Nothing was changed on the disk. Restart the VPS in your provider’s panel until its recovery system responds, then try again.',
  },
  STAGE_DISK_CHANGED: {
    sentence: 'After the restart, the disk was not the one we had checked.',
    cure: SUPPORT,
  },
  STAGE_BOOT_ENTRY_STUCK: {
    sentence: 'The boot loader would have started our installer in a loop.',
    cure: 'Reinstall the VPS with a standard Ubuntu 22.04 or Debian 12 and try again.',
  },
  STAGE_FAILED: {
    sentence: 'Our installer could not run on this VPS: {what}.',
    cure: SUPPORT,
  },
  STAGE_ADDRESS_CHANGED: {
    sentence:
      'After the restart, the network assigned the VPS another address ({what}), and its own address no longer worked.',
    cure: 'Linux is back and nothing was changed. Ask your provider to permanently assign the VPS’s address to its network card, then try again.',
  },
  STAGE_DOWNLOAD_FAILED: {
    sentence:
      'After the restart, our installer reached our servers but could not download the Windows image.',
    cure: 'Linux is back and nothing was changed. Try again. If it happens again, ask your provider whether its network filters or limits downloads.',
  },
  ENDED_BY_ADMINISTRATOR: {
    sentence: 'An administrator stopped the install.',
    cure: SUPPORT,
  },
  CANCELLED: {
    sentence: 'The install was cancelled before the disk was changed.',
    cure: 'You can start a new install at any time.',
  },
} as const satisfies FailureTexts;

const writing = {
  AGENT_LOST: {
    sentence: 'The VPS stopped reporting while its disk was being replaced.',
    cure: 'Check in your provider’s panel that the VPS is running. Our support team has been notified.',
  },
  CHUNK_CORRUPT: {
    sentence: 'Part of the image was damaged on the way to the VPS.',
    cure: SUPPORT,
  },
  CHUNK_TRUNCATED: {
    sentence: 'Part of the image arrived incomplete on the VPS.',
    cure: SUPPORT,
  },
  CHUNK_UNREACHABLE: {
    sentence: 'The VPS can no longer download the image.',
    cure: SUPPORT,
  },
  DISK_WRITE_FAILED: {
    sentence: 'The VPS’s disk reported an error while the image was being written.',
    cure: 'Ask your provider to check the disk. Our support team has been notified.',
  },
  DISK_VERIFY_FAILED: {
    sentence: 'The data read back from the disk does not match what was written.',
    cure: 'Ask your provider to check the disk. Our support team has been notified.',
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
  LINUX_NOT_CONFIGURED: {
    sentence: 'Linux was written, but its settings could not be stored: {what}.',
    cure: SUPPORT,
  },
  WRITE_TOO_SLOW: {
    sentence: 'Writing the image to the disk took too long.',
    cure: SUPPORT,
  },
} as const satisfies FailureTexts;

const windows = {
  WINDOWS_SILENT: {
    sentence: 'Windows was installed, but remote desktop isn’t responding yet.',
    cure: 'We’ll keep checking for 24 hours. Our support team has been notified.',
  },
  WINDOWS_NOT_RDP: {
    sentence: 'After the restart, port {port} is used by something other than remote desktop.',
    cure: 'We’ll keep checking for 24 hours. Our support team has been notified.',
  },
  WINDOWS_DID_NOT_START: {
    sentence: 'Windows did not start: {cause}.',
    cure: 'If the recovery system is responding, choose “Install again”, perhaps with another Windows version. Otherwise, reinstall Linux in your provider’s panel and start a new install. If it happens again, contact support with the install ID.',
  },
  LINUX_SILENT: {
    sentence: 'Linux was written, but its SSH isn’t responding on port {port} yet.',
    cure: 'We’ll keep checking for 24 hours. Our support team has been notified.',
  },
  LINUX_SIGN_IN_REFUSED: {
    sentence: 'Linux is responding on port {port}, but does not let root sign in.',
    cure: 'We’ll keep checking for 24 hours. Our support team has been notified.',
  },
  RDP_UNREACHABLE: {
    sentence: 'Remote desktop doesn’t respond on port {port}.',
    cure: 'Check in your provider’s panel that the VPS is running and that no firewall blocks the port.',
  },
  RDP_PASSWORD_REFUSED: {
    sentence: 'Windows is responding, but did not accept the RDP password of {account}.',
    cure: 'If you changed the Windows password, check the new one. Otherwise, contact support with the install ID.',
  },
  RDP_PASSWORD_CHANGE: {
    sentence: 'Windows requires a new password for {account} before anyone can sign in.',
    cure: 'Set one in the console of your provider’s panel, then check it here.',
  },
  RDP_ACCOUNT_RESTRICTED: {
    sentence: 'Windows does not allow {account} to sign in: {what}.',
    cure: 'Allow it in the console of your provider’s panel, then check the password.',
  },
  RDP_ACCOUNT_LOCKED: {
    sentence:
      'Windows has locked {account} for a few minutes because of too many wrong passwords, usually from bots.',
    cure: 'Wait ten minutes, then check the password. Until then, allow only your own IP address on port {port}.',
  },
  RDP_NLA_MISSING: {
    sentence:
      'Remote desktop is responding, but we can’t check the password without Network Level Authentication.',
    cure: 'Try to connect with your password. If that fails, contact support with the install ID.',
  },
  RDP_SERVER_OUTDATED: {
    sentence:
      'Windows accepted the password, but it lacks the fix for CVE-2018-0886, so current clients refuse to connect.',
    cure: 'Install Windows updates from the console of your provider’s panel, then check the password.',
  },
  RDP_NOT_PROVEN: {
    sentence: 'Something responds on the RDP port, but we couldn’t confirm it’s your Windows.',
    cure: SUPPORT,
  },
  RDP_SIGN_IN_LOST: {
    sentence:
      'Windows ended the sign-in without giving a reason. It may have rejected the password, or the connection was lost.',
    cure: 'Check the password again. If it happens again, contact support with the install ID.',
  },
} as const satisfies FailureTexts;

const RESTART_CLEANLY =
  'Start Windows and wait for its sign-in screen. Then shut it down in your provider’s panel, without “force” or “reset”, start the VPS into the recovery system and try again.';
const resetting = {
  RESET_BITLOCKER: {
    sentence:
      'Drive C: is encrypted by BitLocker, so the recovery system can’t reset the password. Nothing was changed.',
    cure: 'Sign in with another administrator account of Windows, or install Windows again.',
  },
  RESET_HIBERNATED: {
    sentence:
      'Windows was hibernated instead of shut down, so its password can’t be reset. Nothing was changed.',
    cure: RESTART_CLEANLY,
  },
  RESET_NOT_CLOSED: {
    sentence:
      'Windows was not shut down cleanly, so its password can’t be reset. Nothing was changed.',
    cure: RESTART_CLEANLY,
  },
  RESET_WRITE_FAILED: {
    sentence: 'The recovery system could not change Windows. Windows is as it was before.',
    cure: TRY_AGAIN,
  },
  RESET_NOT_TAKEN: {
    sentence: 'The recovery system did not report in time. Your files are not touched.',
    cure: 'Restart the VPS into the recovery system and try again with the new code on its console.',
  },
  RESET_NOT_PROVEN: {
    sentence:
      'We could not sign in to Windows on port {port} within 30 minutes, so we don’t know whether it has the new password. Your files are not touched.',
    cure: 'Open the console in your provider’s panel and sign in there with the new password. If Windows refuses it, start the VPS into the recovery system and try again.',
  },
  RESET_REFUSED: {
    sentence:
      'Windows is running, but {account} could not sign in with the new password. Your files are not touched.',
    cure: 'Sign in on the console in your provider’s panel with the new password, then with the old one. If you renamed the built-in administrator, try both passwords on that account too. If Windows refuses them, start the VPS into the recovery system and try again.',
  },
  RESET_UNCHECKED: {
    sentence:
      'Windows was told to set the new password. We could not check it, because remote desktop on port {port} does not use Network Level Authentication.',
    cure: 'Sign in with the new password. If Windows refuses it, start the VPS into the recovery system and try again.',
  },
} as const satisfies FailureTexts;

const anytime = {
  ENGINE_FAULT: {
    sentence: 'Something went wrong on our side.',
    cure: SUPPORT,
  },
} as const satisfies FailureTexts;

/**
 * Failures by the state of the VPS. `connecting`, `checking` and `preparing` occur only before the commit, while Linux
 * is untouched or restarts automatically; `writing` and `windows` only after it. `windows` includes the results of
 * the sign-in that proves the password (rdp/outcome.ts of the engine). `resetting` occurs only in a reset of the password
 * of a completed install.
 */
export const FAILURE_GROUPS = {
  connecting,
  checking,
  preparing,
  writing,
  windows,
  resetting,
  anytime,
};

export type FailureGroup = keyof typeof FAILURE_GROUPS;

/**
 * Catalog of all failure codes. Codes are stable because pages, tests and support rely on them. `{name}` is replaced
 * with a value of the failure.
 */
export const FAILURES = {
  ...connecting,
  ...checking,
  ...preparing,
  ...writing,
  ...windows,
  ...resetting,
  ...anytime,
};

export type FailureCode = keyof typeof FAILURES;

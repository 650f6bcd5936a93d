import { defineMessages } from '@/messages/i18n.js';

/** Settings of Windows in the forms of one and many machines. */
export const windowsOptionsMessages = defineMessages('windowsOptions', {
  title: 'Advanced: Windows settings',
  lead: 'Empty fields take over the settings of your Linux. The install’s log shows what was applied.',
  fromBefore:
    'The Windows settings of the earlier install, such as who may connect, aren’t carried over. Choose them again if you need them.',
  offerFailed: 'Failed to load the display languages, the recovery system and your address',
  scriptsFailed: 'Failed to load your scripts',
  asInLinux: 'As in Linux',
  asInLinuxNow: (value: string) => `As in Linux (${value})`,
  timeZone: 'Time zone',
  keyboard: 'Keyboard',
  keyboardHelp: 'A layout you choose here also replaces that of the computer you connect from.',
  region: 'Regional format',
  displayLanguage: 'Display language',
  ownLanguage: (name?: string) => (name ? `Windows’ own (${name})` : 'Windows’ own'),
  computerName: 'Computer name',
  account: 'Second account',
  accountName: 'Name',
  accountPassword: 'Password',
  accountPasswordHelp: 'At least 8 characters of three kinds. Deleted here when the install ends.',
  accountGroup: 'Rights',
  users: 'User',
  administrators: 'Administrator',
  network: 'Network',
  networkHelp:
    'Only if Windows should get other settings than your Linux. Check the VPS to see them.',
  dns: 'DNS servers',
  address: 'Address with prefix',
  gateway: 'Gateway',
  ipv6: 'IPv6',
  ipv6AsInImage: 'Don’t change',
  on: 'On',
  off: 'Off',
  productKey: 'Licence key',
  productKeyHelp:
    'Installed after we verified your password. If Windows refuses it, the install completes anyway and the log shows why. Deleted here when the install ends.',
  script: 'First-start script',
  scriptTyped: 'Type one below, or none',
  scriptOffered: (name: string) => `${name} (offered)`,
  scriptText: 'First-start script (PowerShell)',
  scriptHelp:
    'Runs once as SYSTEM after we verified your password, for at most 30 minutes and up to 64 KiB. The install doesn’t wait for it, and the log shows the end of its output. Deleted here when the install ends. You can keep scripts in Settings → Scripts.',
  scriptFile: 'Choose a script file',
  keepRecovery: 'Keep the recovery system',
  keepRecoveryHelp:
    'Takes up to 320 MiB of the disk. With it you can install Windows again later, without Linux. You can remove it at any time.',
  networks: 'Who may connect',
  networksHelp:
    'IPv4 addresses or networks such as 203.0.113.0/24, separated by commas. Leave empty to allow anyone who has the password.',
  onlyMe: (address: string) => `Only my address (${address})`,
  networksNotOffered: 'This service can’t limit who may connect.',
  lockOutTitle: 'A changed address locks you out.',
  lockOut:
    'Most home and mobile addresses change. After that, only your provider’s console gets you in.',
  ownNetworks:
    'Our own addresses stay allowed. If you later remove them from the rule “Casement RDP” in Windows Firewall, the password check and “Open in browser” stop working.',
});

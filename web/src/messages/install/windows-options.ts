import { defineMessages } from '@/messages/i18n.js';

/** Settings of Windows in the forms of one and many machines. */
export const windowsOptionsMessages = defineMessages('windowsOptions', {
  title: 'Advanced: Windows settings',
  lead: 'Empty fields take over the settings of your Linux. The install’s log shows what was applied.',
  asInLinux: 'As in Linux',
  asInLinuxNow: (value: string) => `As in Linux (${value})`,
  timeZone: 'Time zone',
  keyboard: 'Keyboard',
  keyboardHelp: 'A layout you choose here also replaces that of the computer you connect from.',
  region: 'Regional format',
  computerName: 'Computer name',
  account: 'Second account',
  accountName: 'Name',
  accountPassword: 'Password',
  accountPasswordHelp: 'At least 8 characters of three kinds. Deleted here when the install ends.',
  accountGroup: 'Rights',
  users: 'User',
  administrators: 'Administrator',
  networks: 'Who may connect',
  networksHelp:
    'IPv4 addresses or networks such as 203.0.113.0/24, separated by commas. Empty: anyone with the password.',
  onlyMe: (address: string) => `Only my address (${address})`,
  networksNotOffered: 'This service can’t limit who may connect.',
  lockOutTitle: 'A changed address locks you out.',
  lockOut:
    'Most home and mobile addresses change. After that, only your provider’s console gets you in.',
  ownNetworks:
    'Our own addresses stay allowed. If you later remove them from the rule “Casement RDP” in Windows Firewall, the password check and “Open in browser” stop working.',
});

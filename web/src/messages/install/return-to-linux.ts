import { defineMessages } from '@/messages/i18n.js';

/** Return of a machine in its recovery system to Linux. */
export const returnToLinuxMessages = defineMessages('returnToLinux', {
  action: 'Return to Linux',
  title: (ip: string) => `Return ${ip} to Linux?`,
  lead: 'The recovery system on the VPS writes a Linux image and sets up root’s sign-in.',
  version: 'Linux version',
  chooseVersion: 'Select a version',
  noVersions: 'No Linux version is available. Reinstall Linux in your provider’s panel.',
  password: 'Root password',
  passwordHelp: 'At least 8 characters. Leave it empty if you only use a key.',
  key: 'Public SSH key',
  keyHelp: 'One line of a file such as id_ed25519.pub. Optional if you set a password.',
  free: 'No quota',
  warning: 'Everything on the disk of this VPS is erased. This can’t be undone.',
  submit: 'Erase and return to Linux',
  started: 'Return to Linux started',
  failed: 'The return to Linux could not be started',
  starting: 'Starting Linux',
  verifying: 'Verifying SSH',
  reviewHelp: 'Linux was written, but we couldn’t confirm the sign-in. We keep checking it.',
  connect: 'Sign in by SSH',
  command: 'Command',
  hostKey: 'Host key (ed25519)',
  hostKeyHelp: 'Compare it with the fingerprint that SSH shows at the first connection.',
  proofs: {
    password_accepted: 'Root signed in with the password.',
    key_accepted: 'SSH accepts the key of root.',
    host_key:
      'The host key was compared. The sign-in itself could not be tested with this type of key.',
  },
});

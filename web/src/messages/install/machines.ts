import { defineMessages } from '@/messages/i18n.js';

/** My machines: the customer's addresses with their latest install. */
export const machinesMessages = defineMessages('machines', {
  title: 'My machines',
  lead: 'Every address you’ve installed Windows on, with a label of your choice.',
  empty: 'No machines yet',
  emptyHelp: 'A machine appears here after its first install.',
  loadFailed: 'Failed to load your machines',
  address: 'Address',
  lastVersion: 'Last version',
  state: 'Last install',
  passwordCheck: 'Last password check',
  accepted: (at: string) => `Worked on ${at}`,
  unchecked: 'Never checked',
  installAgain: 'Install again',
  installAgainOn: (ip: string) => `Install again on ${ip}`,
  label: {
    title: (ip: string) => `Label for ${ip}`,
    field: 'Label',
    help: 'For example “Office” or “web-1”. Leave it empty to remove the label.',
    save: 'Save label',
    edit: (ip: string) => `Edit the label of ${ip}`,
    saved: 'Label saved',
    failed: 'Failed to save the label',
  },
});

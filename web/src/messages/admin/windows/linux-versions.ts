import { defineMessages } from '@/messages/i18n.js';

/** Linux versions. Missing texts are shared with Windows versions. */
export const linuxVersionMessages = defineMessages('linuxVersion', {
  title: 'Linux Versions',
  lead: 'Customers can return a VPS in its recovery system to one of these.',
  add: 'Add Linux Version',
  addTitle: 'Add Linux Version',
  editTitle: 'Edit Linux Version',
  confirmDelete: (name: string) => `Delete the Linux version ${name} and its image?`,
  slugHelp: 'A short identifier used by installs, e.g. debian-12.',
  enabled: 'Offer this version to customers',
  enabledHelp: 'Turning it off doesn’t affect installs in progress.',
  notOffered: 'Not offered',
  empty: 'No Linux versions yet',
  emptyHelp: 'Add a version, then import its image.',
  createdToast: 'Linux version created successfully',
  updatedToast: 'Linux version updated successfully',
  deletedToast: 'Linux version deleted successfully',
  noImage: 'Customers can’t choose this version until you import an image.',
  imageHelp:
    'Use a generic cloud image with cloud-init and a GPT, such as those of Debian, Ubuntu or AlmaLinux.',
});

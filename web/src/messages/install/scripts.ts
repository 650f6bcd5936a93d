import { defineMessages } from '@/messages/i18n.js';

/** First-start scripts in the settings and in the admin area. */
export const scriptsMessages = defineMessages('scripts', {
  title: 'First-start scripts',
  lead: 'PowerShell scripts that you can choose under “Advanced: Windows settings”. Windows runs the script once as SYSTEM after we verified your password.',
  offeredLead:
    'PowerShell scripts that all customers can choose. Windows runs the script once as SYSTEM after the verified sign-in.',
  loading: 'Loading scripts',
  loadFailed: 'Failed to load scripts',
  empty: 'No scripts yet',
  emptyHelp: 'Save a script that sets up programs or settings in Windows.',
  add: 'Add script',
  edit: 'Edit',
  editOf: (name: string) => `Edit “${name}”`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete “${name}”`,
  deleteQuestion: 'Installs and batches that were already requested keep their copy.',
  deleted: 'Script deleted',
  deleteFailed: 'Failed to delete the script',
  changed: (when: string) => `changed ${when}`,
  dialogLead: 'Up to 64 KiB. The script is stopped after 30 minutes.',
  name: 'Name',
  description: 'Description',
  offeredDescriptionHelp: 'Customers see it below the list.',
  content: 'Script (PowerShell)',
  contentHelp: 'Stored encrypted. Only you can read it.',
  offeredContentHelp: 'Stored encrypted. Customers can read it, so it must not contain passwords.',
  file: 'Choose a script file',
  save: 'Save',
  saveFailed: 'Failed to save the script',
});

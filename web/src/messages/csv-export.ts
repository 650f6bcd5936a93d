import { defineMessages } from '@/messages/i18n.js';

export const csvExportMessages = defineMessages('csvExport', {
  export: 'Export CSV',
  /** Label of the button during the export. Clicking it stops the export. */
  stop: (rows: string) => `Stop (${rows} rows)`,
  reading: 'Preparing the export.',
  done: 'Export saved',
  doneHelp: (rows: string, file: string) => `${rows} rows in ${file}.`,
  empty: 'Nothing to export',
  emptyHelp: 'No rows match these filters. No file was saved.',
  failed: 'Export failed',
  failedHelp: 'No file was saved. Please try again.',
});

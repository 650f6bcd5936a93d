import { defineMessages } from '@/messages/i18n.js';

/** CSV export of a list. */
export const csvExportMessages = defineMessages('csvExport', {
  export: 'Export CSV',
  /** Label of the button during the export. Clicking it stops the export. */
  stop: (rows: string) => `Stop (${rows} rows)`,
  reading: 'The export is being read.',
  done: 'Export saved',
  doneHelp: (rows: string, file: string) => `${rows} rows in ${file}.`,
  empty: 'Nothing to export',
  emptyHelp: 'The list has no rows with these filters. No file was saved.',
  failed: 'Export failed',
  failedHelp: 'No file was saved. Please try again.',
});

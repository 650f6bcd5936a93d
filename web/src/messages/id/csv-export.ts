import type { Translation } from '@/messages/i18n.js';
import type { csvExportMessages } from '@/messages/csv-export.js';

export const csvExport: Translation<typeof csvExportMessages> = {
  export: 'Ekspor CSV',
  stop: (rows: string) => `Hentikan (${rows} baris)`,
  reading: 'Ekspor sedang disiapkan.',
  done: 'Ekspor disimpan',
  doneHelp: (rows: string, file: string) => `${rows} baris dalam ${file}.`,
  empty: 'Tidak ada yang diekspor',
  emptyHelp: 'Tidak ada baris yang cocok dengan filter ini. Tidak ada file yang disimpan.',
  failed: 'Ekspor gagal',
  failedHelp: 'Tidak ada file yang disimpan. Silakan coba lagi.',
};

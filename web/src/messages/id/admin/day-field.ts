import type { Translation } from '@/messages/i18n.js';
import type { dayFieldMessages } from '@/messages/admin/day-field.js';

export const dayField: Translation<typeof dayFieldMessages> = {
  format: 'TTTT-BB-HH',
  formatWithTime: 'TTTT-BB-HH JJ:MM',
  choose: (label: string) => `Pilih tanggal: ${label}`,
  previous: 'Bulan sebelumnya',
  next: 'Bulan berikutnya',
  clear: 'Hapus',
  today: 'Hari ini',
};

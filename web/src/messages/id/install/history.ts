import type { Translation } from '@/messages/i18n.js';
import type { historyMessages } from '@/messages/install/history.js';

export const history: Translation<typeof historyMessages> = {
  search: 'Cari IP atau label',
  statusFilter: 'Status',
  allStatuses: 'Semua status',
  inProgress: 'Sedang berjalan',
  versionFilter: 'Versi Windows',
  allVersions: 'Semua versi',
  nothingFound: 'Instalasi tidak ditemukan',
  nothingFoundHelp: 'Coba alamat, status, atau versi lain.',
  installId: 'ID instalasi',
  label: 'Label',
  failure: 'Kegagalan',
  reason: 'Alasan',
  quota: 'Kuota',
  changed: 'Perubahan terakhir',
};

import type { Translation } from '@/messages/i18n.js';
import type { adminGateMessages } from '@/messages/admin/admin-gate.js';

export const adminGate: Translation<typeof adminGateMessages> = {
  denied: 'Akses Ditolak',
  deniedHelp: 'Anda tidak memiliki hak admin.',
};

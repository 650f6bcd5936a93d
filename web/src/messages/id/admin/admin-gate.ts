import type { Translation } from '@/lib/i18n/messages.js';
import type { adminGateMessages } from '@/messages/admin/admin-gate.js';

export const adminGate: Translation<typeof adminGateMessages> = {
  denied: 'Akses Ditolak',
  deniedHelp: 'Anda tidak memiliki hak admin.',
};

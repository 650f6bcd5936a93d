import type { Translation } from '@/lib/messages.js';
import type { adminGateMessages } from '@/messages/admin-gate.js';

export const adminGate: Translation<typeof adminGateMessages> = {
  denied: 'Akses Ditolak',
  deniedHelp: 'Anda tidak memiliki hak admin.',
};

import { texts } from '@/lib/messages.js';

/** What those hear who are no administrators. Apart, so that nothing else of the admin area reaches them. */
export const adminGateTexts = texts({
  en: {
    denied: 'Access Denied',
    deniedHelp: 'You do not have admin privileges.',
  },
  id: {
    denied: 'Akses Ditolak',
    deniedHelp: 'Anda tidak memiliki hak admin.',
  },
});

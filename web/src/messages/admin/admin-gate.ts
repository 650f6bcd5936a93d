import { defineMessages } from '@/messages/i18n.js';

/** What those hear who are no administrators. Apart, so that nothing else of the admin area reaches them. */
export const adminGateMessages = defineMessages('adminGate', {
  denied: 'Access Denied',
  deniedHelp: 'You do not have admin privileges.',
});

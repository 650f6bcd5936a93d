import { defineMessages } from '@/messages/i18n.js';

/**
 * Messages for users who are not administrators. In a separate file so that they receive no other text of the admin
 * area.
 */
export const adminGateMessages = defineMessages('adminGate', {
  denied: 'Access Denied',
  deniedHelp: 'You do not have admin privileges.',
});

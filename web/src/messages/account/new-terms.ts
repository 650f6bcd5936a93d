import { defineMessages } from '@/messages/i18n.js';

export const newTermsMessages = defineMessages('newTerms', {
  title: 'New Terms of Service',
  lead: 'Our terms have changed. Please accept them before your next install or top-up.',
  read: 'Read the terms',
  accept: 'Accept',
  failed: 'Terms not accepted',
  needed: 'Please accept the new terms first.',
});

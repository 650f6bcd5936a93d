import { defineMessages } from '@/messages/i18n.js';

/** Device login: a program without a browser requests an API key. */
export const deviceLoginMessages = defineMessages('deviceLogin', {
  title: 'Connect a terminal',
  lead: 'The casement CLI is requesting an API key. Nothing has been granted yet.',
  code: 'Code from your terminal',
  codeHelp: 'Eight letters. The code expires after 10 minutes.',
  next: 'Continue',
  confirmTitle: (machine: string) => `Create an API key for ${machine}?`,
  confirmLead:
    'The program will be able to do what is listed below on your behalf, without your password.',
  warning:
    'Confirm only if you just started this yourself. Our support team will never ask you for a code.',
  machine: 'Machine',
  address: 'Request from',
  asked: 'Requested',
  mayDo: 'Permissions',
  from: 'Only from',
  ends: 'Expires',
  never: 'Never',
  days: (days: number) => (days === 1 ? 'In 1 day' : `In ${days} days`),
  confirm: 'Create key',
  confirmed: 'Terminal connected',
  confirmedHelp:
    'Your terminal will receive its key in a few seconds. You can revoke it in Settings.',
  confirmFailed: 'Failed to connect the terminal',
  refuse: 'Deny',
  refused: 'Request denied',
  refusedHelp: 'No key was created.',
  refuseFailed: 'Failed to deny the request',
});

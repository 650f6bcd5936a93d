import { defineMessages } from '@/messages/i18n.js';

/** Device login: a program without a browser requests an API key. */
export const deviceLoginMessages = defineMessages('deviceLogin', {
  title: 'Sign in a terminal',
  lead: 'A program such as the casement command asks for an API key. Nothing is granted yet.',
  code: 'Code from your terminal',
  codeHelp: 'Eight letters. The code can be used for 10 minutes.',
  next: 'Continue',
  confirmTitle: (machine: string) => `Create an API key for ${machine}?`,
  confirmLead: 'The program can then do what is listed below, for you and without your password.',
  warning:
    'Confirm only if you have just started this yourself. Support never asks you for a code.',
  machine: 'Machine',
  address: 'Asked from',
  asked: 'Asked',
  mayDo: 'May do',
  from: 'Only from',
  ends: 'Expires',
  never: 'Never',
  days: (days: number) => (days === 1 ? 'In 1 day' : `In ${days} days`),
  confirm: 'Create the key',
  confirmed: 'Sign-in confirmed',
  confirmedHelp: 'Your terminal has its key in a few seconds. You can revoke it in Settings.',
  confirmFailed: 'The sign-in was not confirmed',
  refuse: 'Refuse',
  refused: 'Sign-in refused',
  refusedHelp: 'No key was created.',
  refuseFailed: 'The sign-in was not refused',
});

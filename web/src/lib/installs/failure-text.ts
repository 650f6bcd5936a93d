import { failureMessage } from '@/messages/i18n.js';

/** What happened and what to do, in the language in force where it is written in it. */
export const failureText = ({ code, message, cure }: Failure) => ({
  message: inLanguage(code, message),
  cure: inLanguage(code, cure),
});

/** Of an install, a check or one of its findings, an import, or a try of a password. */
interface Failure {
  code: string | null;
  message: string | null;
  cure: string | null;
}

const inLanguage = (code: string | null, text: string | null): string =>
  code && text ? failureMessage(code, text) : (text ?? '');

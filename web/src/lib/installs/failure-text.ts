import { failureMessage } from '@/messages/i18n.js';

/** Failure message and remedy in the current language, falling back to English. */
export const failureText = ({ code, message, cure }: Failure) => ({
  message: inLanguage(code, message),
  cure: inLanguage(code, cure),
});

/** Failure of an install, a check or one of its findings, an import, or a password check. */
interface Failure {
  code: string | null;
  message: string | null;
  cure: string | null;
}

const inLanguage = (code: string | null, text: string | null): string =>
  code && text ? failureMessage(code, text) : (text ?? '');

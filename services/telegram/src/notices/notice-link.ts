import type { Notice } from './notice.js';

/**
 * Returns a dashboard URL that opens `install:ID`, `desktop:ID`, `topup:REF`, `receipt:NUMBER` or `help:CODE`, after a
 * sign-in if needed.
 */
const openUrl = (
  publicUrl: string,
  kind: 'install' | 'desktop' | 'topup' | 'receipt' | 'help',
  subject: unknown,
): string => {
  const url = new URL('/dashboard', publicUrl);
  url.search = `?open=${kind}:${encodeURIComponent(String(subject))}`;
  return url.href;
};

export const installUrl = (publicUrl: string, installId: string): string =>
  openUrl(publicUrl, 'install', installId);

export const desktopUrl = (publicUrl: string, installId: unknown): string =>
  openUrl(publicUrl, 'desktop', installId);

export const receiptUrl = (publicUrl: string, number: unknown): string =>
  openUrl(publicUrl, 'receipt', number);

export const helpUrl = (publicUrl: string, failureCode: string): string =>
  openUrl(publicUrl, 'help', failureCode);

export function noticeUrl({ content }: Pick<Notice, 'content'>, publicUrl: string): string {
  const { installId, reference } = content;
  if (installId) return openUrl(publicUrl, 'install', installId);
  if (reference) return openUrl(publicUrl, 'topup', reference);
  return new URL('/dashboard', publicUrl).href;
}

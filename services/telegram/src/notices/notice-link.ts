import type { NoticeEntity } from './notice.entity.js';

/** `install:ID` or `topup:REF`: the page opens it, after a sign-in where one is needed. Another user's is not found. */
const openUrl = (publicUrl: string, kind: 'install' | 'topup', subject: unknown): string => {
  const url = new URL('/dashboard', publicUrl);
  url.search = `?open=${kind}:${encodeURIComponent(String(subject))}`;
  return url.href;
};

export const installUrl = (publicUrl: string, installId: string): string =>
  openUrl(publicUrl, 'install', installId);

/** Where a notice leads: to what it is about, else to the dashboard. */
export function noticeUrl({ content }: Pick<NoticeEntity, 'content'>, publicUrl: string): string {
  const { installId, reference } = content;
  if (installId) return openUrl(publicUrl, 'install', installId);
  if (reference) return openUrl(publicUrl, 'topup', reference);
  return new URL('/dashboard', publicUrl).href;
}

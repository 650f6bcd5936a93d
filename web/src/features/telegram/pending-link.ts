import type { ConnectTelegramResponse } from '@casement/proto/http/telegram.js';
import { queryOptions, skipToken } from '@tanstack/react-query';

/** SPEC §9. */
const LINK_MINUTES = 10;

/** A link that was asked for and waits until Start is pressed in Telegram. */
export interface PendingLink {
  url: string;
  /** In milliseconds. */
  expiresAt: number;
  /** The account that was connected when it was asked for; null where none was. */
  before: string | null;
  /** The browser kept its window from opening. */
  popupBlocked: boolean;
}

/** Outlives the section that shows it: who looks at something else meanwhile finds the link again. */
export const pendingLinkQuery = queryOptions<PendingLink | null>({
  queryKey: ['telegram-pending-link'] as const,
  queryFn: skipToken,
  initialData: null,
  gcTime: Infinity,
});

export const expiryOf = ({ expiresInMinutes }: Partial<ConnectTelegramResponse>): number =>
  Date.now() + (expiresInMinutes ?? LINK_MINUTES) * 60_000;

export const isOpen = (link: PendingLink | null): link is PendingLink =>
  link !== null && link.expiresAt > Date.now();

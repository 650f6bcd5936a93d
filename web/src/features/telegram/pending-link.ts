import type { ConnectTelegramResponse } from '@casement/proto/http/telegram/telegram.js';
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';

/** SPEC §9. */
const LINK_MINUTES = 10;

/** What was connected when a link was asked for. */
export interface ConnectedBefore {
  /** The account; null where none was. */
  userId: string | null;
  /** Since when: distinguishes a new connection of the same account. Null where there was none, or it is unknown. */
  since: string | null;
}

/** A link that was asked for and waits until Start is pressed in Telegram. */
export interface PendingLink {
  url: string;
  /** In milliseconds. */
  expiresAt: number;
  before: ConnectedBefore;
  /** The browser kept its window from opening. */
  popupBlocked: boolean;
}

const KEY = ['telegram-pending-link'];

/** Outlives the section that shows it: who looks at something else meanwhile finds the link again. */
export function usePendingLink(): PendingLink | null {
  const { data } = useQuery<PendingLink | null>({
    queryKey: KEY,
    queryFn: skipToken,
    gcTime: Infinity,
  });
  return data ?? null;
}

/** @param link null: it has done its work, or is not wanted any more */
export function setPendingLink(queries: QueryClient, link: PendingLink | null): void {
  queries.setQueryData<PendingLink | null>(KEY, link);
}

export const expiryOf = ({ expiresInMinutes }: Partial<ConnectTelegramResponse>): number =>
  Date.now() + (expiresInMinutes ?? LINK_MINUTES) * 60_000;

export const isOpen = (link: PendingLink | null): link is PendingLink =>
  link !== null && link.expiresAt > Date.now();

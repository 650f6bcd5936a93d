import type { ConnectTelegramResponse } from '@casement/proto/http/telegram/telegram.js';
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';

/** Validity of a link in minutes if the server does not send it (SPEC §9). */
const LINK_MINUTES = 10;

/** Connected account at the time a link was requested. */
export interface ConnectedBefore {
  /** User id of the account; null if none was connected. */
  userId: string | null;
  /**
   * Connection time, which distinguishes a reconnect of the same account. Null if there was none, or it is unknown.
   */
  since: string | null;
}

/** A requested link that waits for Start to be pressed in Telegram. */
export interface PendingLink {
  url: string;
  /** Time in milliseconds. */
  expiresAt: number;
  before: ConnectedBefore;
  /** The browser blocked the new window. */
  popupBlocked: boolean;
}

const KEY = ['telegram-pending-link'];

/**
 * Returns the pending link. It outlives the section that shows it, so that users find it again after visiting another
 * section.
 */
export function usePendingLink(): PendingLink | null {
  const { data } = useQuery<PendingLink | null>({
    queryKey: KEY,
    queryFn: skipToken,
    gcTime: Infinity,
  });
  return data ?? null;
}

/** @param link null if it was used or is no longer wanted */
export function setPendingLink(queries: QueryClient, link: PendingLink | null): void {
  queries.setQueryData<PendingLink | null>(KEY, link);
}

export const expiryOf = ({ expiresInMinutes }: Partial<ConnectTelegramResponse>): number =>
  Date.now() + (expiresInMinutes ?? LINK_MINUTES) * 60_000;

export const isOpen = (link: PendingLink | null): link is PendingLink =>
  link !== null && link.expiresAt > Date.now();

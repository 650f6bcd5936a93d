import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { telegramMessages } from '@/messages/account/telegram.js';
import { noticeSettingsQuery, telegramStatusQuery } from './api.js';
import type { LinkState } from './link.js';
import { setPendingLink, type PendingLink } from './pending-link.js';

/**
 * Announces when an account was connected, replaced or reconnected (SPEC §4), and then drops the pending link.
 *
 * @param since connection time from the status call; undefined until it has responded
 */
export function useLinkWatch(
  link: LinkState,
  since: string | null | undefined,
  pending: PendingLink | null,
): void {
  const queries = useQueryClient();
  const knownUserId = useRef<string | null | undefined>(pending?.before.userId);
  const knownSince = useRef(pending?.before.since);
  const userId = link === 'unknown' ? undefined : (link?.userId ?? null);
  const name = link && link !== 'unknown' ? link.name : '';

  useEffect(() => {
    if (userId === undefined) return;
    const [before, previousSince] = [knownUserId.current, knownSince.current];
    knownUserId.current = userId;
    knownSince.current = since ?? previousSince;
    if (before === undefined || userId === null) return;
    const isSameUser = userId === before;
    if (isSameUser && (!pending || !previousSince || !since || since === previousSince)) return;
    const m = t(telegramMessages);
    toast({
      title: isSameUser ? m.sameToast : before ? m.movedToast : m.connectedToast,
      description: m.connectedHelp(name),
      tone: 'success',
    });
    setPendingLink(queries, null);
    void queries.invalidateQueries({ queryKey: telegramStatusQuery.queryKey });
    void queries.invalidateQueries({ queryKey: noticeSettingsQuery.queryKey });
  }, [userId, name, since, pending, queries]);
}

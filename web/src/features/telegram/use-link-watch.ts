import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { telegramMessages } from '@/messages/account/telegram.js';
import { noticeSettingsQuery, telegramStatusQuery } from './api.js';
import type { KnownLink } from './link.js';
import { setPendingLink, type PendingLink } from './pending-link.js';

/**
 * Tells when an account was connected, took another's place or was connected anew (SPEC §4); the link that did it is
 * done with.
 *
 * @param since when the account was connected, as the status call tells; undefined while it has not
 */
export function useLinkWatch(
  link: KnownLink,
  since: string | null | undefined,
  pending: PendingLink | null,
): void {
  const queries = useQueryClient();
  const known = useRef<string | null | undefined>(pending?.before.userId);
  const knownSince = useRef(pending?.before.since);
  const userId = link === 'unknown' ? undefined : (link?.userId ?? null);
  const name = link && link !== 'unknown' ? link.name : '';

  useEffect(() => {
    if (userId === undefined) return;
    const [before, sinceBefore] = [known.current, knownSince.current];
    known.current = userId;
    knownSince.current = since ?? sinceBefore;
    if (before === undefined || userId === null) return;
    const same = userId === before;
    if (same && (!pending || !sinceBefore || !since || since === sinceBefore)) return;
    const m = t(telegramMessages);
    toast({
      title: same ? m.sameToast : before ? m.movedToast : m.connectedToast,
      description: m.connectedHelp(name),
      tone: 'success',
    });
    setPendingLink(queries, null);
    void queries.invalidateQueries({ queryKey: telegramStatusQuery.queryKey });
    void queries.invalidateQueries({ queryKey: noticeSettingsQuery.queryKey });
  }, [userId, name, since, pending, queries]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { say } from '../../lib/messages.js';
import { toast } from '../../lib/toast.js';
import { telegramTexts } from '../../messages/telegram.js';
import { telegramStatusQuery } from './api/telegram-status-query.js';
import type { KnownLink } from './link.js';
import { setPendingLink, type PendingLink } from './pending-link.js';

/** Tells when an account was connected or took another's place (SPEC §4); the link that did it is done with. */
export function useLinkWatch(link: KnownLink, pending: PendingLink | null): void {
  const queries = useQueryClient();
  const known = useRef<string | null | undefined>(pending?.before);
  const userId = link === 'unknown' ? undefined : (link?.userId ?? null);
  const name = link && link !== 'unknown' ? link.name : '';

  useEffect(() => {
    if (userId === undefined) return;
    const before = known.current;
    known.current = userId;
    if (before === undefined || userId === null || userId === before) return;
    const m = say(telegramTexts);
    toast({
      title: before ? m.movedToast : m.connectedToast,
      description: m.connectedHelp(name),
      tone: 'success',
    });
    setPendingLink(queries, null);
    void queries.invalidateQueries({ queryKey: telegramStatusQuery.queryKey });
  }, [userId, name, queries]);
}

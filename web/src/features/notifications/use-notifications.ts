import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { NOTIFICATION_LIMIT } from '@/config/limits.js';
import { useLanguage } from '@/messages/i18n.js';
import { readNotifications, useSession } from '@/lib/session/session.js';
import { latestNotificationsQuery, useReadNotifications } from './api.js';
import { merge, toEntry } from './entry.js';

/** The ten newest (SPEC §9), and the way to have read them. While the server does not answer: what this page has seen. */
export function useNotifications() {
  useLanguage();
  const { notifications, unread } = useSession();
  const { data } = useQuery(latestNotificationsQuery);
  const { mutate } = useReadNotifications();
  const recorded = data?.items ?? [];
  const entries = merge(notifications, unread, recorded.map(toEntry)).slice(0, NOTIFICATION_LIMIT);
  const fresh = entries.filter((entry) => entry.fresh).length;

  const newest = recorded[0]?.id;
  const unreadThere = recorded.some(({ read }) => !read);
  const readThere = useCallback(() => {
    if (newest && unreadThere) mutate(newest);
  }, [mutate, newest, unreadThere]);

  // What was read here before the server had recorded it.
  const readHere = fresh === 0 && unreadThere;
  useEffect(() => {
    if (readHere) readThere();
  }, [readHere, readThere]);

  const read = useCallback(() => {
    readNotifications();
    readThere();
  }, [readThere]);
  return { entries, fresh, read };
}

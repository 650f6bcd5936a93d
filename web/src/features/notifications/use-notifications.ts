import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { NOTIFICATION_LIMIT } from '@/config/limits.js';
import { useLanguage } from '@/messages/i18n.js';
import { readNotifications, useSession } from '@/lib/session/session.js';
import { latestNotificationsQuery, useReadNotifications } from './api.js';
import { merge, toEntry } from './entry.js';

/**
 * Returns the ten newest notifications (SPEC §9) and a function that marks them as read. Falls back to the page's own
 * notifications while the server is unavailable.
 */
export function useNotifications() {
  useLanguage();
  const { notifications, unread } = useSession();
  const { data } = useQuery(latestNotificationsQuery);
  const { mutate } = useReadNotifications();
  const recorded = data?.items ?? [];
  const entries = merge(notifications, unread, recorded.map(toEntry)).slice(0, NOTIFICATION_LIMIT);
  const unseen = entries.filter((entry) => entry.unseen).length;

  const newest = recorded[0]?.id;
  const hasUnreadOnServer = recorded.some(({ read }) => !read);
  const markReadOnServer = useCallback(() => {
    if (newest && hasUnreadOnServer) mutate(newest);
  }, [mutate, newest, hasUnreadOnServer]);

  // True if the notifications were read here before the server had recorded them. They are then marked as read there
  // too.
  const isReadLocally = unseen === 0 && hasUnreadOnServer;
  useEffect(() => {
    if (isReadLocally) markReadOnServer();
  }, [isReadLocally, markReadOnServer]);

  const read = useCallback(() => {
    readNotifications();
    markReadOnServer();
  }, [markReadOnServer]);
  return { entries, unseen, read };
}

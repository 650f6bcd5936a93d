import type { Announcement } from '@casement/proto/http/telegram/announcements.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const announcementsKey = ['announcements'] as const;
const POLL_MS = 5 * 60_000;

/** Announcements in force. */
export const announcementsQuery = queryOptions({
  queryKey: [...announcementsKey, 'current'],
  queryFn: ({ signal }) => call(telegramRoutes.announcements, { signal }),
  staleTime: POLL_MS,
  refetchInterval: POLL_MS,
});

/** Past, current and future ones. */
export const allAnnouncementsQuery = queryOptions({
  queryKey: [...announcementsKey, 'all'],
  queryFn: ({ signal }) => call(telegramRoutes.adminAnnouncements, { signal }),
});

export const useSaveAnnouncement = () =>
  useInvalidatingMutation([announcementsKey], ({ id, ...body }: Announcement) =>
    call(telegramRoutes.saveAnnouncement, { params: { id }, body }),
  );

export const useRemoveAnnouncement = () =>
  useInvalidatingMutation(
    [announcementsKey],
    (id: string) => call(telegramRoutes.removeAnnouncement, { params: { id } }),
    { invalidateOnError: true },
  );

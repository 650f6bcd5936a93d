import type { NoticeSetting, UpdateNoticeSettingRequest } from '@casement/proto/http/telegram.js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

const PATH = '/user/telegram-notifications/settings';

/** GET /user/telegram-notifications/settings: a row for each event. */
export const noticeSettingsQuery = queryOptions({
  queryKey: ['notice-settings'] as const,
  queryFn: ({ signal }) => call<NoticeSetting[]>('GET', PATH, { signal }),
});

/** PUT of one cell; answers with all rows. */
export function useUpdateNoticeSetting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateNoticeSettingRequest) => call<NoticeSetting[]>('PUT', PATH, { body }),
    onSuccess: (rows) => queries.setQueryData(noticeSettingsQuery.queryKey, rows),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { callText } from '@/lib/api-client.js';

/** GET /user/install/{id}/log, or an administrator's of anyone's: plain text. */
export const installLogQuery = (id: string, admin = false) =>
  queryOptions({
    queryKey: ['install-log', admin, id] as const,
    queryFn: ({ signal }) =>
      callText(admin ? `/admin/install-data/${id}/log` : `/user/install/${id}/log`, { signal }),
    gcTime: 0,
  });

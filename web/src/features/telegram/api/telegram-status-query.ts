import type { TelegramStatus } from '@casement/proto/http/telegram.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /auth/telegram/status. Its failures are silent (SPEC §8): the dashboard tells of the link too. */
export const telegramStatusQuery = queryOptions({
  queryKey: ['telegram-status'] as const,
  queryFn: ({ signal }) => call<TelegramStatus>('GET', '/auth/telegram/status', { signal }),
});

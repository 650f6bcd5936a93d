import type { NoticeChannel, SendTestResponse } from '@casement/proto/http/telegram.js';
import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** A test message to oneself: as a user, or as an administrator by the bots as they are configured. */
export type TestPath = '/user/telegram-notifications/test' | '/admin/telegram-bot/test';

/** POST of either; what the outside system answered comes back, also where it refused. */
export const useSendTest = (path: TestPath) =>
  useMutation({
    mutationFn: (channel: NoticeChannel) =>
      call<SendTestResponse>('POST', path, { body: { channel } }),
  });

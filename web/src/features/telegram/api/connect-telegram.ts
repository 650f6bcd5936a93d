import type { ConnectTelegramResponse } from '@casement/proto/http/telegram.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { DisplayableError } from '@/lib/api-error.js';
import { t } from '@/lib/messages.js';
import { telegramMessages } from '@/messages/telegram.js';
import { openWindow } from '../open-window.js';
import { expiryOf, setPendingLink, type ConnectedBefore } from '../pending-link.js';

/** POST /user/connect-telegram: a link, which is opened in a new window (SPEC §7). */
export function useConnectTelegram() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (before: ConnectedBefore) => {
      const answer = await call<Partial<ConnectTelegramResponse>>('POST', '/user/connect-telegram');
      if (!answer.telegramBotUrl) throw new DisplayableError(t(telegramMessages).connectFailedHelp);
      return { url: answer.telegramBotUrl, expiresAt: expiryOf(answer), before };
    },
    onSuccess: (link) => {
      setPendingLink(queries, { ...link, popupBlocked: !openWindow(link.url) });
    },
  });
}

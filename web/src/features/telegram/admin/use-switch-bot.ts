import type { BotStatus } from '@casement/proto/http/telegram.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { botKeys, botPath, botStatusQuery, type BotName } from './bot-queries.js';

/** POST …/start and …/stop; both answer with the status. */
export function useSwitchBot(bot: BotName) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (action: 'start' | 'stop') => call<BotStatus>('POST', botPath(bot, action)),
    onSuccess: (status) => queries.setQueryData(botStatusQuery(bot).queryKey, status),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: botKeys.all });
    },
  });
}

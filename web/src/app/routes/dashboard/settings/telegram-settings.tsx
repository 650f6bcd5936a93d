import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/feedback/states.js';
import { POLL_MS } from '@/config/limits.js';
import { dashboardQuery } from '@/features/account/api.js';
import { telegramStatusQuery } from '@/features/telegram/api.js';
import { Telegram } from '@/features/telegram/components/telegram.js';
import { linkOfDashboard, newestLink } from '@/features/telegram/link.js';
import { isOpen, usePendingLink } from '@/features/telegram/pending-link.js';
import { t } from '@/messages/i18n.js';
import { telegramMessages } from '@/messages/account/telegram.js';

/**
 * Settings → Telegram. Polls the dashboard every 5 s while no account is connected, or one is connecting (SPEC §4).
 */
export function TelegramSettings() {
  const m = t(telegramMessages);
  const pending = usePendingLink();
  // Only this query shows that the same account was reconnected.
  const status = useQuery({
    ...telegramStatusQuery,
    refetchInterval: isOpen(pending) && pending.before.userId !== null ? POLL_MS : false,
  });
  const dashboard = useQuery({
    ...dashboardQuery,
    refetchInterval: ({ state: { data } }) => {
      const link = data && linkOfDashboard(data);
      return link && link !== 'unknown' && !isOpen(pending) ? false : POLL_MS;
    },
  });
  const link = newestLink(dashboard, status);

  if (link === 'unknown') {
    return (
      <ErrorState
        title={m.unknown}
        help={m.unknownHelp}
        onRetry={() => {
          void status.refetch();
          void dashboard.refetch();
        }}
      />
    );
  }
  return <Telegram link={link} status={status.data} dashboardKey={dashboardQuery.queryKey} />;
}

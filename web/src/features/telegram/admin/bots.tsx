import type { BotMonitor } from '@casement/proto/http/telegram/telegram.js';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw, MessageSquare, Terminal, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminTelegramMessages } from '@/messages/admin/operations/admin-telegram.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { botInfoQuery, botMonitorQuery, botStatusQuery, type BotName } from './api.js';
import { BotControlCard } from './bot-control-card.js';
import { BotInfoCard } from './bot-info-card.js';

/** The primary and the backup bot: identity, state and activity (SPEC §2). */
export function Bots() {
  const m = t(adminTelegramMessages);
  const info = useQuery(botInfoQuery);
  const primary = useQuery(botStatusQuery('primary'));
  const monitor = useQuery(botMonitorQuery);
  const backup = useQuery(botStatusQuery('backup'));
  const backupInfo = useQuery({
    ...botStatusQuery('backup'),
    select: (status) => status.bot,
  });
  const all = [info, primary, monitor, backup];
  useFailureToast(monitor, t(adminMessages).loadFailed);

  return (
    <>
      <SectionHead title={m.title}>
        <UpdatedAt queries={all} />
        <Button
          size="sm"
          busy={all.some(({ isFetching }) => isFetching)}
          onClick={() => all.forEach(({ refetch }) => void refetch())}
        >
          <RefreshCw className="ic ic-sm" />
          {m.refresh}
        </Button>
      </SectionHead>
      <BotSection bot="primary">
        <BotInfoCard title={m.bots.primary.status} query={info} />
        <BotControlCard bot="primary" query={primary} />
      </BotSection>
      <BotActivity monitor={monitor.data} />
      <BotSection bot="backup">
        <BotInfoCard title={m.bots.backup.status} query={backupInfo} />
        <BotControlCard bot="backup" query={backup} />
      </BotSection>
    </>
  );
}

function BotSection({ bot, children }: { bot: BotName; children: ReactNode }) {
  const m = t(adminTelegramMessages).bots[bot];
  const id = `${bot}-bot-title`;
  return (
    <section aria-labelledby={id} className="mb-4">
      <h2 id={id} className="text-lg">
        {m.title}
      </h2>
      <p className="text-muted-foreground mb-3">{m.lead}</p>
      <div className="grid grid-cols-1 lg:grid-cols-2 gap-4">{children}</div>
    </section>
  );
}

/** Age of the displayed data, because a failed refresh shows no error (SPEC §8). */
function UpdatedAt({ queries }: { queries: { dataUpdatedAt: number; isRefetchError: boolean }[] }) {
  const m = t(adminTelegramMessages);
  const at = Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt));
  if (at === 0) return null;
  const failed = queries.some(({ isRefetchError }) => isRefetchError);
  const when = formatDateTime(at);
  return (
    <span
      role="status"
      className={`text-sm num ${failed ? 'text-warning' : 'text-muted-foreground'}`}
    >
      {failed ? m.notRefreshed(when) : m.asOf(when)}
    </span>
  );
}

/** Activity of the primary bot since its first start; dashes while unknown. */
function BotActivity({ monitor }: { monitor: BotMonitor | undefined }) {
  const { monitor: m } = t(adminTelegramMessages);
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatFigure(value));
  return (
    <StatPanes
      className="mb-8"
      panes={[
        { icon: MessageSquare, term: m.messages, value: figure(monitor?.messageCount) },
        { icon: Terminal, term: m.commands, value: figure(monitor?.commandCount) },
        { icon: Users, term: m.users, value: figure(monitor?.userCount), help: m.usersHelp },
        { icon: TriangleAlert, term: m.errors, value: figure(monitor?.errorCount) },
      ]}
    />
  );
}

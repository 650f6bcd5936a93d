import type { UserSession } from '@casement/proto/http/auth/account.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Laptop } from 'lucide-react';
import { useRef } from 'react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { Panel } from '@/components/ui/panel.js';
import { formatDateTime } from '@/lib/format/format.js';
import { deviceText } from '@/lib/format/device-text.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { settingsMessages } from '@/messages/account/settings.js';
import { useEndSessions, sessionsQuery } from '../api.js';

export function Sessions() {
  const { sessions: m } = t(settingsMessages);
  const query = useQuery(sessionsQuery);
  const { data, isError } = query;
  const ending = useEndSessions();
  const title = useRef<HTMLHeadingElement>(null);

  const end = async (id: string | null) => {
    const done = () => ({ title: id ? m.ended : m.othersEnded });
    // The button disappears with its session.
    if (await withToast(ending.mutateAsync(id), { done, failed: m.failed })) title.current?.focus();
  };

  if (!data && isError) {
    return (
      <div className="mt-5">
        <QueryError query={query} title={m.loadFailed} />
      </div>
    );
  }
  return (
    <Panel
      className="mt-5 overflow-hidden"
      title={m.title}
      titleRef={title}
      aside={
        data?.some(({ current }) => !current) && (
          <Button size="sm" busy={ending.isPending} onClick={() => void end(null)}>
            {m.endOthers}
          </Button>
        )
      }
    >
      {data ? (
        <ul className="divide-y">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending.isPending}
              onEnd={() => void end(session.id)}
            />
          ))}
        </ul>
      ) : (
        <RowsSkeleton label={m.loading} rows={2} />
      )}
    </Panel>
  );
}

function SessionRow({
  session,
  busy,
  onEnd,
}: {
  session: UserSession;
  busy: boolean;
  onEnd: () => void;
}) {
  const { sessions: m } = t(settingsMessages);
  const device = deviceText(session.device);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Laptop className="ic text-muted-foreground" />
      <div className="flex-1 min-w-0">
        <p className="font-[560] wrap-break-word">{device}</p>
        <p className="flex flex-wrap gap-x-2 text-xs text-muted-foreground">
          {session.address && <span className="mono break-all">{session.address}</span>}
          <span className="whitespace-nowrap">
            {m.lastSeen(formatDateTime(session.last_seen_at))}
          </span>
        </p>
      </div>
      {session.current ? (
        <Badge tone="success" icon={CircleCheck}>
          {m.current}
        </Badge>
      ) : (
        <Button size="sm" aria-label={m.endOf(device)} busy={busy} onClick={onEnd}>
          {m.end}
        </Button>
      )}
    </li>
  );
}

import type { TelegramStatus } from '@casement/proto/http/telegram/telegram.js';
import type { QueryKey } from '@tanstack/react-query';
import { CircleCheck, CircleOff, LoaderCircle, Send } from 'lucide-react';
import { useRef } from 'react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Panel } from '@/components/ui/panel.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { useRestoreFocus } from '@/lib/navigation/use-restore-focus.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { useNow } from '@/lib/use-now.js';
import { telegramMessages } from '@/messages/account/telegram.js';
import { useConnectTelegram } from '../api.js';
import type { TelegramLink } from '../link.js';
import { usePendingLink } from '../pending-link.js';
import { useLinkWatch } from '../use-link-watch.js';
import { Account } from './account.js';
import { PendingLinkView } from './pending-link-view.js';

const DisconnectDialog = lazyDialog(() => import('./disconnect-dialog.js'));

/** Telegram account of the user: none, connecting, or connected. */
export function Telegram({
  link,
  status,
  dashboardKey,
}: {
  link: TelegramLink | null;
  /** Fields that only the status call returns; undefined until it has responded. */
  status: TelegramStatus | undefined;
  dashboardKey: QueryKey;
}) {
  const m = t(telegramMessages);
  const pending = usePendingLink();
  const now = useNow(1_000);
  const left = pending ? (pending.expiresAt - now) / 1_000 : 0;
  const disconnecting = useHistoryDialog<string>('disconnect');
  const connect = useConnectTelegram();
  const title = useRef<HTMLHeadingElement>(null);
  useLinkWatch(link, status?.connectedAt, pending);
  useRestoreFocus(
    title,
    `${link?.userId} ${pending?.url} ${left > 0}`,
    disconnecting.of !== undefined,
  );

  const begin = () => {
    connect.mutate(
      { userId: link?.userId ?? null, since: status?.connectedAt ?? null },
      {
        onError: (error) => toastFailure(m.connectFailed, error, m.connectFailedHelp),
      },
    );
  };

  return (
    <Panel
      title={m.title}
      titleRef={title}
      aside={<StateBadge connected={link !== null} connecting={left > 0} />}
    >
      {link && <Account link={link} status={status} dashboardKey={dashboardKey} />}
      {pending ? (
        <PendingLinkView
          pending={pending}
          left={left}
          link={link}
          busy={connect.isPending}
          onAgain={begin}
        />
      ) : link ? (
        <div className="flex flex-wrap gap-2 p-4 max-sm:*:flex-1">
          <Button busy={connect.isPending} onClick={begin}>
            {m.useAnother}
          </Button>
          <Button
            variant="danger"
            aria-haspopup="dialog"
            onClick={() => disconnecting.open(link.name)}
          >
            {m.disconnection.open}
          </Button>
        </div>
      ) : (
        <div className="p-4">
          <p className="text-muted-foreground mb-4">{m.lead}</p>
          <Button variant="primary" busy={connect.isPending} onClick={begin}>
            <Send className="ic" />
            {m.connect}
          </Button>
        </div>
      )}
      {disconnecting.of !== undefined && (
        <DisconnectDialog
          name={disconnecting.of}
          dashboardKey={dashboardKey}
          onClose={disconnecting.close}
        />
      )}
    </Panel>
  );
}

function StateBadge({ connected, connecting }: { connected: boolean; connecting: boolean }) {
  const { states: m } = t(telegramMessages);
  if (connecting) {
    return (
      <Badge tone="active" icon={LoaderCircle} spin>
        {m.connecting}
      </Badge>
    );
  }
  return (
    <Badge tone={connected ? 'success' : 'neutral'} icon={connected ? CircleCheck : CircleOff}>
      {connected ? m.connected : m.none}
    </Badge>
  );
}

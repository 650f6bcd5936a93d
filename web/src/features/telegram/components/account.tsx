import type { TelegramStatus } from '@casement/proto/http/telegram/telegram.js';
import type { QueryKey } from '@tanstack/react-query';
import { ArrowUpRight, BellOff } from 'lucide-react';
import { Note } from '@/components/ui/note.js';
import { Switch } from '@/components/ui/switch.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { telegramMessages } from '@/messages/account/telegram.js';
import { commonMessages } from '@/messages/common.js';
import { useToggleNotifications } from '../api.js';
import type { TelegramLink } from '../link.js';

/** Connected account, its notification state, and any reason why the bot cannot write to it. */
export function Account({
  link,
  status,
  dashboardKey,
}: {
  link: TelegramLink;
  status: TelegramStatus | undefined;
  dashboardKey: QueryKey;
}) {
  const m = t(telegramMessages);
  const toggle = useToggleNotifications(dashboardKey);

  const change = (enabled: boolean) =>
    toggle.mutate(
      { enabled },
      {
        onSuccess: () => toast({ title: enabled ? m.turnedOn : m.turnedOff, tone: 'success' }),
        onError: (error) => toastFailure(m.toggleFailed, error),
      },
    );

  return (
    <>
      <dl className="kv p-4 border-b items-center">
        <dt>{m.account}</dt>
        <dd className="min-w-0 wrap-anywhere">
          <span className="font-[560]">{link.name}</span>
          {link.username && link.name !== `@${link.username}` && (
            <span className="text-muted-foreground"> @{link.username}</span>
          )}
        </dd>
        <dt>{m.telegramId}</dt>
        <dd className="mono min-w-0 wrap-anywhere">{link.userId}</dd>
      </dl>
      {status?.blocked && status.telegramUserId === link.userId && (
        <div className="p-4 border-b">
          <Blocked botLink={status.botLink} />
        </div>
      )}
      <div className="flex items-center gap-4 p-4 border-b">
        <div className="flex-1 min-w-0">
          <p className="font-[560]">{m.notifications}</p>
          <p id="telegram-notifications-help" className="text-sm text-muted-foreground">
            {m.notificationsHelp}
          </p>
        </div>
        <Switch
          label={m.notifications}
          describedBy="telegram-notifications-help"
          checked={link.notifications}
          busy={toggle.isPending}
          words={m.onOff}
          onToggle={change}
        />
      </div>
    </>
  );
}

/** Explains the remedy to users who have blocked the bot, since they receive no messages that could tell them. */
function Blocked({ botLink }: { botLink: string | null }) {
  const m = t(telegramMessages);
  return (
    <Note tone="warning" icon={BellOff}>
      <p className="font-[580]">{m.blocked}</p>
      <p>{m.blockedCure}</p>
      {botLink && (
        <a
          href={botLink}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 mt-1 font-[580] underline underline-offset-4 rounded-sm"
        >
          {m.openBot}
          <ArrowUpRight className="ic ic-sm" />
          <span className="sr-only">{t(commonMessages).opensNewWindow}</span>
        </a>
      )}
    </Note>
  );
}

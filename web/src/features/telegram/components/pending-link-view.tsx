import { useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, TimerOff, TriangleAlert } from 'lucide-react';
import { Button, ButtonAnchor } from '@/components/ui/button.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { Note } from '@/components/ui/note.js';
import { formatCountdown } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { telegramMessages } from '@/messages/account/telegram.js';
import { commonMessages } from '@/messages/common.js';
import type { TelegramLink } from '../link.js';
import { setPendingLink, type PendingLink } from '../pending-link.js';

/** Instructions for a pending link while it is valid. */
export function PendingLinkView({
  pending,
  left,
  link,
  busy,
  onAgain,
}: {
  pending: PendingLink;
  /** Seconds. */
  left: number;
  /** Account that stays connected until Start is pressed. */
  link: TelegramLink | null;
  busy: boolean;
  onAgain: () => void;
}) {
  const { link: m } = t(telegramMessages);
  const queries = useQueryClient();
  const keep = link && (
    <Button variant="ghost" onClick={() => setPendingLink(queries, null)}>
      <span className="truncate max-w-40">{m.keep(link.name)}</span>
    </Button>
  );

  if (left <= 0) {
    return (
      <div className="p-4 grid gap-4">
        <Note tone="neutral" icon={TimerOff} alert>
          {m.expired}
        </Note>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={busy} onClick={onAgain}>
            {m.again}
          </Button>
          {keep}
        </div>
      </div>
    );
  }
  return (
    <div className="p-4 grid gap-4">
      {pending.popupBlocked ? (
        <Note tone="warning" icon={TriangleAlert} alert>
          <b className="font-[580]">{m.popupBlocked}</b> {m.popupBlockedLead}
        </Note>
      ) : (
        <div>
          <h3 className="font-[600]">{m.title}</h3>
          <p className="text-muted-foreground">{m.lead}</p>
        </div>
      )}
      {link && <p className="text-muted-foreground">{m.move(link.name)}</p>}
      <div>
        <p className="label">{m.name}</p>
        <div className="flex items-center gap-1 rounded-md border pl-3 pr-1 min-h-10">
          <code className="mono flex-1 min-w-0 break-all">{pending.url}</code>
          <CopyButton value={pending.url} label={m.name} />
        </div>
        <p className="help">
          {m.left}{' '}
          <span className="mono num" role="timer">
            {formatCountdown(left)}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonAnchor variant="primary" href={pending.url} target="_blank" rel="noreferrer">
          {m.open}
          <ArrowUpRight className="ic ic-sm" />
          <span className="sr-only">{t(commonMessages).opensNewWindow}</span>
        </ButtonAnchor>
        {keep}
      </div>
    </div>
  );
}

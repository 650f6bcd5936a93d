import type { BotInfo } from '@casement/proto/http/telegram/telegram.js';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, CircleOff, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { adminTelegramMessages } from '@/messages/admin/operations/admin-telegram.js';
import { commonMessages } from '@/messages/common.js';
import { BotCard } from './bot-card.js';

/** SPEC §2, Bot Status: identity of the bot as reported by Telegram. */
export function BotInfoCard({
  title,
  query,
}: {
  title: string;
  query: UseQueryResult<BotInfo | null>;
}) {
  const m = t(adminTelegramMessages);
  return (
    <BotCard
      title={title}
      query={query}
      badge={(bot) => (
        <Badge tone={bot ? 'success' : 'danger'} icon={bot ? CircleCheck : CircleOff}>
          {bot ? m.active : m.inactive}
        </Badge>
      )}
    >
      {(bot) =>
        bot ? (
          <Facts bot={bot} />
        ) : (
          <div className="p-4">
            <Note tone="danger" icon={TriangleAlert}>
              {m.notConfigured}
            </Note>
          </div>
        )
      }
    </BotCard>
  );
}

function Facts({ bot }: { bot: BotInfo }) {
  const { info: m, yes, no } = t(adminTelegramMessages);
  return (
    <dl className="kv p-4">
      <dt>{m.id}</dt>
      <dd className="mono">{bot.id}</dd>
      <dt>{m.username}</dt>
      <dd className="mono wrap-anywhere">@{bot.username}</dd>
      <dt>{m.name}</dt>
      <dd className="font-[560] wrap-anywhere">{bot.first_name}</dd>
      <dt>{m.groups}</dt>
      <dd>{bot.can_read_all_group_messages ? yes : no}</dd>
      <dt>{m.link}</dt>
      <dd className="min-w-0">
        <a
          href={bot.link}
          target="_blank"
          rel="noreferrer"
          className="font-[560] underline underline-offset-4 rounded-sm wrap-anywhere"
        >
          {bot.link}
          <span className="sr-only">{t(commonMessages).opensNewWindow}</span>
        </a>
      </dd>
    </dl>
  );
}

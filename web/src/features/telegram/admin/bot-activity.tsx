import type { BotMonitor } from '@casement/proto/http/telegram.js';
import { MessageSquare, Terminal, TriangleAlert, Users } from 'lucide-react';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { adminTelegramMessages } from '@/messages/admin/admin-telegram.js';

/** What the primary bot had to do since it first ran; dashes while it is not known. */
export function BotActivity({ monitor }: { monitor: BotMonitor | undefined }) {
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

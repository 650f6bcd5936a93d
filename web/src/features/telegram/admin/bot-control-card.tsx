import type { BotStatus } from '@casement/proto/http/telegram/telegram.js';
import type { UseQueryResult } from '@tanstack/react-query';
import { CirclePlay, CircleStop, Play, Square, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { messageOf } from '@/lib/api/api-error.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { adminTelegramMessages } from '@/messages/admin/operations/admin-telegram.js';
import { commonMessages } from '@/messages/common.js';
import { type BotName, useSwitchBot } from './api.js';
import { BotCard } from './bot-card.js';

/** SPEC §8: Telegram's message about a failed start may be long. */
const MAX_MESSAGE_LENGTH = 500;

/** SPEC §2, Bot Control: state, mode and start time, with a button to start a stopped bot or stop a running one. */
export function BotControlCard({ bot, query }: { bot: BotName; query: UseQueryResult<BotStatus> }) {
  const m = t(adminTelegramMessages);
  return (
    <BotCard
      title={m.bots[bot].control}
      query={query}
      badge={({ isRunning }) => (
        <Badge tone={isRunning ? 'success' : 'neutral'} icon={isRunning ? CirclePlay : CircleStop}>
          {isRunning ? m.running : m.stopped}
        </Badge>
      )}
    >
      {(status) => (
        <div className="p-4 grid gap-4">
          <Facts status={status} />
          {status.isRunning && status.problem && (
            <Note tone="warning" icon={TriangleAlert}>
              <p className="font-[580]">{m.problem}</p>
              <p className="wrap-anywhere">{status.problem}</p>
            </Note>
          )}
          <Buttons bot={bot} isRunning={status.isRunning} />
        </div>
      )}
    </BotCard>
  );
}

function Facts({ status: { mode, startedAt, messageCount } }: { status: BotStatus }) {
  const { control: m } = t(adminTelegramMessages);
  return (
    <dl className="kv">
      <dt>{m.mode}</dt>
      <dd>{mode}</dd>
      <dt>{m.started}</dt>
      <dd className="num">{startedAt ? formatDateTime(startedAt) : m.notStarted}</dd>
      <dt>{m.messages}</dt>
      <dd className="num font-[560]">{formatFigure(messageCount)}</dd>
    </dl>
  );
}

function Buttons({ bot, isRunning }: { bot: BotName; isRunning: boolean }) {
  const m = t(adminTelegramMessages).bots[bot];
  const { pleaseTryAgain } = t(commonMessages);
  const change = useSwitchBot(bot);
  const start = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);

  // The clicked button is now disabled and loses the focus, so the other button receives it.
  useEffect(() => {
    const focusTargets: (Element | null)[] = [null, document.body, start.current, stop.current];
    if (pressed.current && focusTargets.includes(document.activeElement)) {
      (isRunning ? stop : start).current?.focus();
    }
    pressed.current = false;
  }, [isRunning]);

  const press = async (action: 'start' | 'stop') => {
    const starting = action === 'start';
    try {
      pressed.current = true;
      await change.mutateAsync(action);
      toast({ title: starting ? m.started : m.stopped, tone: 'success' });
    } catch (error) {
      pressed.current = false;
      toast({
        title: starting ? m.startFailed : m.stopFailed,
        description: messageOf(error, pleaseTryAgain).slice(0, MAX_MESSAGE_LENGTH),
        tone: 'destructive',
      });
    }
  };

  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
      <Button
        ref={start}
        disabled={isRunning}
        busy={change.isPending}
        onClick={() => void press('start')}
      >
        <Play className="ic ic-sm" />
        {m.start}
      </Button>
      <Button
        ref={stop}
        disabled={!isRunning}
        busy={change.isPending}
        onClick={() => void press('stop')}
      >
        <Square className="ic ic-sm" />
        {m.stop}
      </Button>
    </div>
  );
}

import type { NoticeChannel } from '@casement/proto/http/telegram/telegram.js';
import { CircleCheck, CircleX } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { phraseMessage, t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { noticeMessages } from '@/messages/account/notices.js';
import { useSendTest, type TestKind } from '../api.js';

const CHANNELS: NoticeChannel[] = ['telegram', 'email'];

export function SendTest({ kind }: { kind: TestKind }) {
  const { test: m, settings: names } = t(noticeMessages);
  const test = useSendTest(kind);
  const { data, variables } = test;

  const send = (channel: NoticeChannel) =>
    test.mutate(channel, {
      onError: (error) => toastFailure(m.failed, error),
    });

  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex-1 min-w-[200px] text-muted-foreground">{m.lead}</p>
        {CHANNELS.map((channel) => (
          <Button key={channel} size="sm" busy={test.isPending} onClick={() => send(channel)}>
            {m[channel]}
          </Button>
        ))}
      </div>
      <div role="status">
        {data && variables && (
          <Note
            className="mt-3"
            tone={data.delivered ? 'success' : 'danger'}
            icon={data.delivered ? CircleCheck : CircleX}
          >
            <p className="font-[580]">
              {(data.delivered ? m.delivered : m.refused)(names[variables])}
            </p>
            <p className="mono wrap-anywhere">{phraseMessage(data.answer)}</p>
          </Note>
        )}
      </div>
    </div>
  );
}

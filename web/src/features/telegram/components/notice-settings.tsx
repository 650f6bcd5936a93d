import type { NoticeChannel, NoticeSetting } from '@casement/proto/http/telegram/telegram.js';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { Panel } from '@/components/ui/panel.js';
import { Switch } from '@/components/ui/switch.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { noticeMessages } from '@/messages/account/notices.js';
import { noticeSettingsQuery, useUpdateNoticeSetting } from '../api.js';
import { SendTest } from './send-test.js';

export function NoticeSettings({ linked, onConnect }: { linked: boolean; onConnect: () => void }) {
  const { settings: m } = t(noticeMessages);
  const query = useQuery(noticeSettingsQuery);
  const { data } = query;
  return (
    <Panel className="overflow-hidden" title={m.title}>
      {data ? (
        <>
          {!linked && (
            <div className="p-4 border-b">
              <Note tone="info" icon={Send}>
                <p id={NOT_LINKED}>{m.notLinked}</p>
                <Button size="sm" className="mt-2" onClick={onConnect}>
                  {m.connect}
                </Button>
              </Note>
            </div>
          )}
          <Table rows={data} linked={linked} />
          <div className="p-4 border-t grid gap-4">
            <p className="text-muted-foreground">{m.lead}</p>
            <SendTest kind="own" />
          </div>
        </>
      ) : (
        <QueryFallback query={query} bare title={m.loadFailed} loading={m.loading} rows={4} />
      )}
    </Panel>
  );
}

/** Id of the reason why the Telegram switches are disabled. */
const NOT_LINKED = 'notices-not-linked';

function Table({ rows, linked }: { rows: NoticeSetting[]; linked: boolean }) {
  const { settings: m, events } = t(noticeMessages);
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{m.event}</th>
          <th scope="col" className="w-24">
            {m.telegram}
          </th>
          <th scope="col" className="w-24">
            {m.email}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.event}>
            <td className="whitespace-normal! font-[500]">{events[row.event]}</td>
            <Cell row={row} channel="telegram" disabled={!linked} />
            <Cell row={row} channel="email" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({
  row,
  channel,
  disabled,
}: {
  row: NoticeSetting;
  channel: NoticeChannel;
  disabled?: boolean;
}) {
  const { settings: m, events } = t(noticeMessages);
  const update = useUpdateNoticeSetting();
  const change = (enabled: boolean) =>
    update.mutate(
      { event: row.event, channel, enabled },
      {
        onError: (error) => toastFailure(m.failed, error),
      },
    );
  return (
    <td>
      <Switch
        label={m.cell(events[row.event], m[channel])}
        describedBy={disabled ? NOT_LINKED : undefined}
        disabled={disabled}
        checked={row[channel]}
        busy={update.isPending}
        onToggle={change}
      />
    </td>
  );
}

import { addressText } from '@casement/proto/http/install/address-text.js';
import { CircleCheck, CircleX, Server, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { problemMessage } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { installMessages } from '@/messages/install/install.js';
import type { Machine } from './machine-list.js';

const LOADED = { isError: false, error: null, refetch: () => undefined };

export function BatchPreview({
  machines,
  pending,
  onSend,
}: {
  machines: Machine[];
  pending: boolean;
  onSend: (good: Machine[]) => void;
}) {
  const { form: m } = t(batchesMessages);
  const { history } = t(installMessages);
  const good = machines.filter(({ problem }) => !problem);
  const bad = machines.filter(({ problem }) => problem);
  const { source, onPage } = useLocalPage('preview', { data: [...bad, ...good], ...LOADED });
  const finding = ({ problem }: Machine) =>
    problem ? (
      <Badge tone="danger" icon={CircleX} className="whitespace-normal! justify-self-start">
        {problemMessage('VALIDATION_FAILED', problem)}
      </Badge>
    ) : (
      <Badge tone="success" icon={CircleCheck} className="justify-self-start">
        {m.fine}
      </Badge>
    );
  const columns: Column<Machine>[] = [
    { head: m.row, cell: ({ row }) => row },
    {
      head: history.ip,
      className: 'mono',
      cell: ({ request }) => addressText(request.ip, request.ssh_port),
      list: 'title',
      listCell: ({ row, request }) => `${row} · ${addressText(request.ip, request.ssh_port)}`,
    },
    { head: history.version, cell: ({ request }) => request.win_ver, list: 1 },
    { head: m.problem, className: 'w-full', cell: finding, list: 'below' },
  ];
  return (
    <div className="grid gap-3">
      {bad.length > 0 && (
        <Note tone="warning" icon={TriangleAlert}>
          {m.problems(bad.length)}
        </Note>
      )}
      <DataTable
        label={m.previewTitle}
        source={source}
        onPage={onPage}
        columns={columns}
        rowKey={({ row }) => String(row)}
        empty={{ icon: Server, title: m.nothing, help: m.listHelp }}
        failed={m.sendFailed}
        failedHelp=""
      />
      <Button
        variant="primary"
        className="w-fit"
        disabled={good.length === 0}
        busy={pending}
        onClick={() => onSend(good)}
      >
        {m.send(good.length)}
      </Button>
    </div>
  );
}

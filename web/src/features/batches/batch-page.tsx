import type { Batch } from '@casement/proto/http/install/batches/batches.js';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog, useHistoryState } from '@/lib/navigation/history-state.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { batchQuery } from './api.js';
import { BatchActions } from './batch-actions.js';
import { BatchGrid } from './batch-grid.js';
import { BatchTable, type RowFilter } from './batch-table.js';

const RowDialog = lazyDialog(() => import('./row-dialog.js'));

interface BatchProps {
  quota: number;
  onQuotaChange: () => void;
  onBack: () => void;
}

export function BatchPage({ id, ...props }: BatchProps & { id: string }) {
  const m = t(batchesMessages);
  const query = useQuery(batchQuery(id));
  if (query.data) return <LoadedBatch batch={query.data} {...props} />;
  if (!query.isError) return <RowsSkeleton label={m.loading} />;
  return (
    <div className="grid gap-3">
      <Button size="sm" className="w-fit" onClick={props.onBack}>
        <ArrowLeft className="ic ic-sm" />
        {m.all}
      </Button>
      <QueryError query={query} title={m.loadOneFailed} />
    </div>
  );
}

function LoadedBatch({ batch, quota, onQuotaChange, onBack }: BatchProps & { batch: Batch }) {
  const m = t(batchesMessages);
  const [filter, setFilter] = useHistoryState<RowFilter>('batch-rows', 'all');
  const opened = useHistoryDialog<number>('batch-row');
  // A row's hold follows its status. Starting, resuming, cancelling and retrying change statuses too.
  const statuses = [batch.status, ...batch.rows.flatMap((one) => [one.status, one.quota])].join();
  const seen = useRef(statuses);
  useEffect(() => {
    if (seen.current === statuses) return;
    seen.current = statuses;
    onQuotaChange();
  }, [statuses, onQuotaChange]);
  const row = batch.rows.find((candidate) => candidate.row === opened.of);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl flex-1">{m.batchOf(formatDateTime(batch.created_at))}</h2>
        <Button size="sm" onClick={onBack}>
          <ArrowLeft className="ic ic-sm" />
          {m.all}
        </Button>
      </div>
      <BatchActions batch={batch} quota={quota} />
      <BatchGrid rows={batch.rows} onOpen={opened.open} />
      <BatchTable batch={batch} filter={filter} onFilter={setFilter} onOpen={opened.open} />
      {row && <RowDialog key={row.row} batch={batch} row={row} onClose={opened.close} />}
    </div>
  );
}

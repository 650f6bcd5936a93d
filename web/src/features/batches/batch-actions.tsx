import { RETRYABLE_ROW_STATUSES } from '@casement/proto/http/install/batches/batch-limits.js';
import type { Batch } from '@casement/proto/http/install/batches/batches.js';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Note } from '@/components/ui/note.js';
import { download } from '@/lib/csv/download.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { useActOnBatch, useBatchResults, type BatchAct } from './api.js';
import { BATCH_STATUS_STYLES } from './status-styles.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));
const StartDialog = lazyDialog(() => import('./start-dialog.js'));

/** Excel assumes its local code page if there is no BOM. */
const BYTE_ORDER_MARK = '\ufeff';

export function BatchActions({ batch, quota }: { batch: Batch; quota: number }) {
  const m = t(batchesMessages);
  const { id, status, cost } = batch;
  const act = useActOnBatch(id);
  const results = useBatchResults(id);
  const [open, setOpen] = useState<'start' | 'cancel' | 'retry'>();
  const close = () => setOpen(undefined);

  const runAction = (name: BatchAct) =>
    withToast(act.mutateAsync(name), {
      done: () => ({ title: m.actDone[name] }),
      failed: m.actFailed,
    });
  const saveCsv = async () => {
    const name = m.csvFile(batch.created_at.slice(0, 10));
    const done = () => ({ title: name });
    const saved = await withToast(results.mutateAsync(), { done, failed: m.csvFailed });
    if (saved)
      download({ name, type: 'text/csv;charset=utf-8', content: BYTE_ORDER_MARK + saved.answer });
  };
  const retryable = status === 'cancelled' ? 0 : retryableOf(batch);
  const isOver = status === 'cancelled' || status === 'ended';

  return (
    <>
      <Note {...BATCH_STATUS_STYLES[status]} spin={status === 'running'}>
        <b className="font-[600]">{m.states[status]}.</b> {summaryOf(batch)}
      </Note>
      <div className="flex flex-wrap gap-2">
        {status === 'ready' && (
          <Button variant="primary" onClick={() => setOpen('start')}>
            {m.start.open(cost)}
          </Button>
        )}
        {(status === 'running' || status === 'paused') && (
          <Button
            busy={act.isPending}
            onClick={() => void runAction(status === 'running' ? 'pause' : 'resume')}
          >
            {status === 'running' ? m.acts.pause : m.acts.resume}
          </Button>
        )}
        {retryable > 0 && <Button onClick={() => setOpen('retry')}>{m.retry(retryable)}</Button>}
        {!isOver && (
          <Button variant="danger" onClick={() => setOpen('cancel')}>
            {m.acts.cancel}
          </Button>
        )}
        <Button busy={results.isPending} onClick={() => void saveCsv()}>
          <Download className="ic ic-sm" />
          {m.csv}
        </Button>
      </div>
      {open === 'start' && <StartDialog batch={batch} quota={quota} onClose={close} />}
      {open === 'retry' && (
        <ConfirmDialog
          title={m.retryTitle(retryable)}
          question={batch.started_at ? m.retryStartedQuestion : m.retryQuestion}
          submit={m.acts.retry}
          pending={act.isPending}
          onConfirm={() => runAction('retry').then(close)}
          onClose={close}
        />
      )}
      {open === 'cancel' && (
        <ConfirmDialog
          title={m.cancelTitle}
          question={m.cancelQuestion}
          submit={m.acts.cancel}
          pending={act.isPending}
          onConfirm={() => runAction('cancel').then(close)}
          onClose={close}
        />
      )}
    </>
  );
}

/** Counts the rows that can be retried without a new password. */
const retryableOf = ({ rows }: Batch): number =>
  rows.filter(
    ({ status, credentials_until }) =>
      RETRYABLE_ROW_STATUSES.includes(status) && credentials_until !== null,
  ).length;

function summaryOf({ status, pause_reason, counts, size, cost, limit }: Batch): string {
  const { summary: m, resultOf } = t(batchesMessages);
  if (status === 'checking') return m.checking(size - counts.checking, size);
  if (status === 'ready') return m.ready(cost);
  if (status === 'paused' && pause_reason)
    return `${resultOf(counts.completed, size)}. ${m.pausedBySuspension}`;
  const state = status === 'running' ? m.running(limit ?? 1) : m[status];
  return `${resultOf(counts.completed, size)}. ${state}`;
}

import {
  DEFAULT_BATCH_LIMIT,
  MAX_BATCH_LIMIT,
} from '@casement/proto/http/install/batches/batch-limits.js';
import type { Batch } from '@casement/proto/http/install/batches/batches.js';
import { TriangleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { useStartBatch } from './api.js';

/** Confirmation before disks are erased: shows count and cost, and requires typing the number of machines. */
export default function StartDialog({
  batch,
  quota,
  onClose,
}: {
  batch: Batch;
  quota: number;
  onClose: () => void;
}) {
  const { start: m } = t(batchesMessages);
  const { warning } = t(vpsCheckMessages).erase;
  const start = useStartBatch(batch.id);
  const [typed, setTyped] = useState('');
  const [limit, setLimit] = useState(String(DEFAULT_BATCH_LIMIT));
  const [rejected, setRejected] = useState<'typed' | 'limit'>();
  const { cost, size } = batch;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const atATime = Number(limit);
    const isLimit = Number.isInteger(atATime) && atATime >= 1 && atATime <= MAX_BATCH_LIMIT;
    const mistake = !isLimit ? 'limit' : typed.trim() !== String(cost) ? 'typed' : undefined;
    setRejected(mistake);
    if (mistake) {
      event.currentTarget.querySelector<HTMLInputElement>(`input[name=${mistake}]`)?.focus();
      return;
    }
    const done = () => ({ title: m.started });
    await withToast(start.mutateAsync({ limit: atATime }), { done, failed: m.failed });
    onClose();
  };

  return (
    <FormDialog
      title={m.title(cost)}
      description={m.lead}
      submit={m.submit(cost)}
      variant="destroy"
      pending={start.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <DetailRows>
        <DetailRow term={m.machines} value={<span className="text-danger">{cost}</span>} />
        <DetailRow term={m.others} value={size - cost} />
        <DetailRow term={m.cost} value={m.costValue(cost, quota)} plain />
      </DetailRows>
      <Note tone="danger" icon={TriangleAlert}>
        {warning}
      </Note>
      {quota < cost && (
        <Note tone="warning" icon={TriangleAlert}>
          {m.short(Math.max(0, quota))}
        </Note>
      )}
      <TextField
        label={m.limit}
        help={m.limitHelp}
        error={rejected === 'limit' ? m.limitWrong : undefined}
        name="limit"
        mono
        inputMode="numeric"
        autoComplete="off"
        value={limit}
        onChange={({ target }) => setLimit(target.value)}
      />
      <TextField
        label={m.typed}
        help={m.typedHelp(cost)}
        error={rejected === 'typed' ? m.typedWrong(cost) : undefined}
        name="typed"
        mono
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setRejected(undefined);
        }}
      />
    </FormDialog>
  );
}

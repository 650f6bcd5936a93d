import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { download } from '@/lib/csv/download.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { fetchLedgerCsv } from '../api.js';
import { LedgerTable } from './ledger-table.js';

export default function LedgerDialog({
  user,
  onClose,
}: {
  user?: { id: string; username: string };
  onClose: () => void;
}) {
  const { ledger: m } = t(billingMessages);
  const csv = useLedgerCsv(user?.id);
  return (
    <Dialog
      onClose={onClose}
      title={m.title}
      description={user?.username ?? m.lead}
      width={820}
      footer={
        <>
          <Button disabled={csv.isPending} onClick={() => csv.mutate()}>
            <Download className="ic" />
            {m.download}
          </Button>
          <Button onClick={onClose}>{t(commonMessages).close}</Button>
        </>
      }
    >
      <LedgerTable userId={user?.id} />
    </Dialog>
  );
}

function useLedgerCsv(userId?: string) {
  const { ledger: m } = t(billingMessages);
  return useMutation({
    mutationFn: () => fetchLedgerCsv(userId),
    onSuccess: (content) => download({ name: m.file, type: 'text/csv;charset=utf-8', content }),
    onError: (error) => toastFailure(m.downloadFailed, error),
  });
}

import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { t } from '@/lib/i18n/messages.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { LedgerTable } from './ledger-table.js';
import { useLedgerCsv } from './use-ledger-csv.js';

/** The ledger of a quota. The caller's own, or that of a `user`. */
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
      <LedgerTable of={user?.id} />
    </Dialog>
  );
}

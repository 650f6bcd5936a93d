import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { receiptMessages } from '@/messages/receipts.js';
import { useOwnArchive } from '../api.js';

/** Offers all receipts as a ZIP before the account is deleted. */
export default function AllReceipts() {
  const m = t(receiptMessages);
  const archive = useOwnArchive();
  return (
    <div className="flex flex-wrap items-center gap-3 mb-4 text-sm">
      <p className="flex-1 min-w-[200px]">{m.beforeDeletion}</p>
      <Button size="sm" busy={archive.isPending} onClick={() => archive.mutate()}>
        <Download className="ic ic-sm" />
        {m.all}
      </Button>
    </div>
  );
}

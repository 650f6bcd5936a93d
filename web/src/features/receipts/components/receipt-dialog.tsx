import type { Receipt, ReceiptParty } from '@casement/proto/http/billing/receipts.js';
import { useQuery } from '@tanstack/react-query';
import { Download, Info } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import MissingDialog from '@/components/ui/dialog/missing-dialog.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { Note } from '@/components/ui/note.js';
import { formatFigure, formatJakartaTime, formatPrice, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { receiptMessages } from '@/messages/receipts.js';
import { receiptQuery, useReceiptPdf } from '../api.js';

type Line = [term: string, value: ReactNode];

/** Receipt of a paid top-up as issued. */
export default function ReceiptDialog({
  number,
  onClose,
}: {
  number: string;
  onClose: () => void;
}) {
  const m = t(receiptMessages);
  const { close, loading, notFound } = t(commonMessages);
  const { notYours } = t(dashboardMessages);
  const query = useQuery(receiptQuery(number));
  const pdf = useReceiptPdf(number);
  if (query.isLoadingError) {
    return <MissingDialog query={query} title={notFound} help={notYours} onClose={onClose} />;
  }
  const receipt = query.data;
  return (
    <Dialog
      onClose={onClose}
      title={`${m.titles[receipt?.kind ?? 'receipt']} ${number}`}
      description={receipt && m.issued(formatJakartaTime(receipt.issued_at))}
      width={500}
      footer={
        <>
          <Button onClick={onClose}>{close}</Button>
          <Button variant="primary" busy={pdf.isPending} onClick={() => pdf.mutate()}>
            <Download className="ic" />
            {m.download}
          </Button>
        </>
      }
    >
      {receipt ? <Content receipt={receipt} /> : <RowsSkeleton label={loading} rows={4} />}
    </Dialog>
  );
}

function Content({ receipt }: { receipt: Receipt }) {
  const m = t(receiptMessages);
  const { seller, buyer, tax } = receipt;
  const hasBuyer = buyer && Object.values(buyer).some(Boolean);
  const lines: Line[] = [
    [m.corrects, receipt.corrects],
    [
      receipt.product_name,
      <>
        <span className="block text-muted-foreground">
          {m.priceOf(formatFigure(receipt.quantity), formatPrice(receipt.unit_price))}
        </span>
        {formatRupiah(receipt.total_amount)}
      </>,
    ],
    [
      m.discount(receipt.discount_percentage > 0 && formatFigure(receipt.discount_percentage)),
      receipt.discount_amount > 0 && `−${formatRupiah(receipt.discount_amount)}`,
    ],
    [m.fee, receipt.fee_amount > 0 && formatRupiah(receipt.fee_amount)],
    [m.totals[receipt.kind], <b className="font-[640]">{formatRupiah(receipt.paid_amount)}</b>],
    [m.transferred, receipt.paid_usdt && `${receipt.paid_usdt} USDT`],
    ...taxLines(tax),
    [m.paidWith, receipt.payment_name],
    [m.paidAt, formatJakartaTime(receipt.paid_at)],
    [m.reference, <span className="mono wrap-anywhere">{receipt.reference}</span>],
  ];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 mb-4">
        <Party label={m.seller} party={seller} />
        {hasBuyer && <Party label={m.buyer} party={buyer} />}
      </div>
      <dl className="kv num gap-y-2.5! border-t pt-4">
        {lines.map(
          ([term, value]) =>
            value && (
              <Fragment key={term}>
                <dt className="wrap-anywhere">{term}</dt>
                <dd className="min-w-0">{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      {tax && <p className="text-xs text-muted-foreground mt-3">{m.notFaktur}</p>}
      {!hasBuyer && (
        <Note tone="info" icon={Info} className="mt-4">
          {m.noBuyer}
        </Note>
      )}
    </>
  );
}

function taxLines(tax: Receipt['tax']): Line[] {
  if (!tax) return [];
  const m = t(receiptMessages);
  return [
    [m.taxOf(tax.label, formatFigure(tax.rate)), formatRupiah(tax.amount)],
    [m.taxBase(tax.base_factor), tax.base_factor !== '1/1' && formatRupiah(tax.base_amount)],
  ];
}

function Party({
  label,
  party: { name, address, tax_id },
}: {
  label: string;
  party: ReceiptParty;
}) {
  return (
    <div className="min-w-0 text-sm wrap-anywhere">
      <p className="text-xs text-muted-foreground mb-1">{label}</p>
      <p className="font-[560]">{name}</p>
      <p className="whitespace-pre-line">{address}</p>
      {tax_id && (
        <p>
          {t(receiptMessages).taxId}: {tax_id}
        </p>
      )}
    </div>
  );
}

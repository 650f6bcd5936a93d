import type { AdminPaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleOff, CreditCard, RefreshCw } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { useRowDialog } from '@/lib/navigation/history-state.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { catalogueMessages } from '@/messages/admin/billing/catalogue.js';
import { MethodIcon } from '../order/method-icon.js';
import { describeFee } from '../fees.js';
import { methodKind } from '../method-kind.js';
import { useUpdatePaymentMethod, useSyncPaymentMethods, adminPaymentMethodsQuery } from './api.js';

const FeeDialog = lazyDialog(() => import('./fee-dialog.js'));

/** Payment methods for customers, synced from the provider and enabled individually. */
export default function PaymentMethods() {
  const { loadFailed } = t(adminMessages);
  const m = t(catalogueMessages).payments;
  const methods = useQuery(adminPaymentMethodsQuery);
  const { source, onPage } = useLocalPage('methods', methods);
  const fee = useRowDialog('fee', methods.data, ({ code }) => code);
  const sync = useSyncPaymentMethods();
  const enable = useUpdatePaymentMethod();

  const syncAll = () =>
    withToast(sync.mutateAsync(), {
      done: ({ totalFromProvider, unavailable = [] }) => ({
        title: m.synced,
        description: [
          m.syncedHelp(totalFromProvider),
          unavailable.length > 0 && m.unavailable(unavailable.map(providerName).join(', ')),
        ]
          .filter(Boolean)
          .join('. '),
      }),
      failed: m.syncFailed,
      fallback: m.syncFailedHelp,
    });
  const toggle = ({ code, name, is_enabled }: AdminPaymentMethod) =>
    withToast(enable.mutateAsync({ code, is_enabled: !is_enabled }), {
      done: () => ({ title: m.updated, description: m.updatedHelp(name, !is_enabled) }),
      failed: m.updateFailed,
      fallback: m.updateFailedHelp,
    });
  const syncButton = (
    <Button size="sm" disabled={sync.isPending} onClick={() => void syncAll()}>
      <RefreshCw className="ic ic-sm" />
      {m.sync}
    </Button>
  );

  const columns: Column<AdminPaymentMethod>[] = [
    { head: m.number, className: 'text-muted-foreground', cell: (_, n) => n },
    { head: m.code, className: 'mono font-[500]', cell: ({ code }) => code, list: 1 },
    { head: m.name, cell: (method) => <Name method={method} />, list: 'title' },
    { head: m.type, className: 'text-muted-foreground', cell: methodKind, list: 1 },
    { head: m.fee, right: true, cell: (method) => describeFee(method) ?? m.noFee, list: 2 },
    {
      head: m.status,
      cell: ({ is_enabled }) => <StatusBadge enabled={is_enabled} />,
      list: 'aside',
    },
  ];
  return (
    <>
      <SectionHead title={m.title}>{syncButton}</SectionHead>
      <DataTable
        label={m.title}
        source={source}
        onPage={onPage}
        columns={columns}
        rowKey={({ code }) => code}
        actions={(method) => (
          <>
            {method.fee_editable && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={m.editFeeOf(method.name)}
                onClick={() => fee.open(method)}
              >
                {m.editFee}
              </Button>
            )}
            <Button
              size="sm"
              aria-label={(method.is_enabled ? m.disableOf : m.enableOf)(method.name)}
              disabled={enable.isPending && enable.variables.code === method.code}
              onClick={() => void toggle(method)}
            >
              {method.is_enabled ? m.disable : m.enable}
            </Button>
          </>
        )}
        empty={{ icon: CreditCard, title: m.empty, help: m.emptyHelp, action: syncButton }}
        failed={loadFailed}
      />
      {fee.row && <FeeDialog method={fee.row} onClose={fee.close} />}
    </>
  );
}

const NAMES: Record<string, string> = { tripay: 'Tripay', midtrans: 'Midtrans', stripe: 'Stripe' };
const providerName = (name: string): string => NAMES[name] ?? name;

function Name({ method }: { method: AdminPaymentMethod }) {
  return (
    <span className="inline-flex items-center gap-2 max-w-full">
      <MethodIcon method={method} />
      <span className="truncate">{method.name}</span>
    </span>
  );
}

function StatusBadge({ enabled }: { enabled: boolean }) {
  const m = t(catalogueMessages).payments;
  return (
    <Badge tone={enabled ? 'success' : 'neutral'} icon={enabled ? CircleCheck : CircleOff}>
      {enabled ? m.enabled : m.disabled}
    </Badge>
  );
}

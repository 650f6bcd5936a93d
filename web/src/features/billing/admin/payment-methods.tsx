import type { PaymentMethod } from '@casement/proto/http/billing/billing.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleOff, CreditCard, RefreshCw } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { catalogueMessages } from '@/messages/admin/catalogue.js';
import { MethodIcon } from '../components/method-icon.js';
import { describeFee } from '../fees.js';
import { methodKind } from '../method-kind.js';
import { useEnablePaymentMethod, useSyncPaymentMethods, adminPaymentMethodsQuery } from './api.js';

/** Payment methods for customers, synced from the provider and enabled individually. */
export default function PaymentMethods() {
  const { loadFailed } = t(adminMessages);
  const m = t(catalogueMessages).payments;
  const { source, onPage } = useLocalPage('methods', useQuery(adminPaymentMethodsQuery));
  const sync = useSyncPaymentMethods();
  const enable = useEnablePaymentMethod();

  const syncAll = () =>
    withToast(sync.mutateAsync(), {
      done: ({ totalFromProvider }) => ({
        title: m.synced,
        description: m.syncedHelp(totalFromProvider),
      }),
      failed: m.syncFailed,
      fallback: m.syncFailedHelp,
    });
  const toggle = ({ code, name, is_enabled }: PaymentMethod) =>
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

  const columns: Column<PaymentMethod>[] = [
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
          <Button
            size="sm"
            aria-label={(method.is_enabled ? m.disableOf : m.enableOf)(method.name)}
            disabled={enable.isPending && enable.variables.code === method.code}
            onClick={() => void toggle(method)}
          >
            {method.is_enabled ? m.disable : m.enable}
          </Button>
        )}
        empty={{ icon: CreditCard, title: m.empty, help: m.emptyHelp, action: syncButton }}
        failed={loadFailed}
      />
    </>
  );
}

function Name({ method }: { method: PaymentMethod }) {
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

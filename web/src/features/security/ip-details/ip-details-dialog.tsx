import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import type { IpDetails } from '@casement/proto/http/security/ip-details.js';
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { FactList, type Fact } from '@/components/ui/fact-list.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { call } from '@/lib/api/api-client.js';
import { ApiError } from '@/lib/api/api-error.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { commonMessages } from '@/messages/common.js';
import { AlertTypeName } from '../alert-type.js';
import { BlockStatusBadge, BlockTypeName } from '../block-badges.js';
import { alertMessage, blockReason } from '../reasons.js';
import { securityKey } from '../security-key.js';
import { SeverityBadge } from '../severity-badge.js';
import { IpDetailsSection } from './ip-details-section.js';

/** Requests from an address, decisions about it, and whether it is currently allowed. */
const ipDetailsQuery = (ip: string) =>
  queryOptions({
    queryKey: [...securityKey, 'ip-details', ip],
    queryFn: ({ signal }) => call(securityRoutes.ipDetails, { query: { ip }, signal }),
  });

/** Response of a server version without this route. */
const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Block, requests and decisions of an address. If the server has no details, shows the toast of SPEC §2. */
export default function IpDetailsDialog({ ip, onClose }: { ip: string; onClose: () => void }) {
  const { details: m } = t(securityToolsMessages);
  const { infoSoon, infoSoonHelp } = t(securityMessages).blocked;
  const { close } = t(commonMessages);
  const query = useQuery(ipDetailsQuery(ip));
  const { data, isError, error } = query;
  const queries = useQueryClient();
  // The list below may be older than these details.
  useEffect(() => {
    if (data) void queries.invalidateQueries({ queryKey: [...securityKey, 'blocked-ips'] });
  }, [data, queries]);
  const unknown = isError && isUnknown(error);
  useEffect(() => {
    if (!unknown) return;
    toast({ title: infoSoon, description: infoSoonHelp, tone: 'info' });
    onClose();
  }, [unknown, infoSoon, infoSoonHelp, onClose]);

  return (
    <Dialog
      onClose={onClose}
      title={m.title}
      description={<span className="mono wrap-anywhere">{ip}</span>}
      width={620}
      readable={m.title}
      footer={<Button onClick={onClose}>{close}</Button>}
    >
      {data ? (
        <IpDetailsContent details={data} />
      ) : (
        <QueryFallback query={query} bare title={m.loadFailed} />
      )}
    </Dialog>
  );
}

function IpDetailsContent({ details }: { details: IpDetails }) {
  const { details: m } = t(securityToolsMessages);
  const { allowed, graceUntil, signals, accounts, alerts, decisions } = details;
  const facts: Fact[] = [
    [m.block, blockOf(details)],
    [m.grace, graceUntil && m.graceUntil(formatDateTime(graceUntil))],
    [m.allowlist, allowed && m.allowed],
    [m.accounts, formatFigure(accounts.length)],
  ];
  return (
    <div className="grid gap-5">
      <FactList className="items-center num" facts={facts} />
      <IpDetailsSection
        title={m.signals}
        none={m.noSignals}
        rows={signals.map(({ kind, count, last }) => ({
          key: kind,
          label: humanize(kind),
          mark: <span className="num font-[560]">{m.times(formatFigure(count))}</span>,
          when: last,
        }))}
      />
      <IpDetailsSection
        title={m.alerts}
        none={m.noAlerts}
        rows={alerts.map((alert) => ({
          key: alert.id,
          label: alert.message ? alertMessage(alert) : <AlertTypeName type={alert.type} />,
          mark: <SeverityBadge severity={alert.severity} />,
          when: alert.timestamp,
        }))}
      />
      <IpDetailsSection
        title={m.decisions}
        none={m.noDecisions}
        rows={decisions.map((block) => ({
          key: block.id,
          label: block.reason ? blockReason(block) : <BlockTypeName type={block.block_type} />,
          mark: <BlockStatusBadge status={block.status} />,
          when: block.blocked_at,
        }))}
      />
    </div>
  );
}

function blockOf({ block }: IpDetails): string {
  const { details: m } = t(securityToolsMessages);
  if (!block) return m.notBlocked;
  if (!block.expires_at) return m.blockedForGood(block.ip);
  return m.blockedUntil(formatDateTime(block.expires_at), block.ip);
}

/** `login_failed` becomes `Login failed`. */
const humanize = (kind: string) =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');

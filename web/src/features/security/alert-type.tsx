import type { AlertType } from '@casement/proto/http/security/alerts.js';
import { Gauge, KeyRound, ScanEye, type LucideIcon } from 'lucide-react';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';

export const ALERT_ICONS: Record<AlertType, LucideIcon> = {
  brute_force: KeyRound,
  rate_limit: Gauge,
  suspicious: ScanEye,
};

export const ALERT_TYPES = Object.keys(ALERT_ICONS) as AlertType[];

/** Icon and name without color, because color indicates the severity. */
export function AlertTypeName({ type }: { type: AlertType }) {
  const Icon = ALERT_ICONS[type];
  return (
    <span className="inline-flex items-center gap-2">
      <Icon className="ic ic-sm text-muted-foreground" />
      {t(securityMessages).types[type]}
    </span>
  );
}

import type { AlertSeverity } from '@casement/proto/http/security/alerts.js';
import { ChevronDown, ChevronsUp, Equal, type LucideIcon } from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';

const STYLES: Record<AlertSeverity, [Tone, LucideIcon]> = {
  low: ['neutral', ChevronDown],
  medium: ['warning', Equal],
  high: ['danger', ChevronsUp],
};

export function SeverityBadge({ severity }: { severity: AlertSeverity }) {
  const [tone, icon] = STYLES[severity];
  return (
    <Badge tone={tone} icon={icon}>
      {t(securityMessages).severities[severity]}
    </Badge>
  );
}

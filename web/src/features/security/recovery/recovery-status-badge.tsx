import type { RecoveryStatus } from '@casement/proto/http/security/recovery.js';
import { CircleCheck, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';

const STYLES: Record<RecoveryStatus, [Tone, LucideIcon]> = {
  success: ['success', CircleCheck],
  failed: ['danger', CircleX],
  in_progress: ['active', LoaderCircle],
};

export function RecoveryStatusBadge({ status }: { status: RecoveryStatus }) {
  const [tone, icon] = STYLES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(securityMessages).recovery.statuses[status]}
    </Badge>
  );
}

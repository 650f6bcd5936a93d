import type { InstallStatus } from '@casement/proto/http/install/install.js';
import {
  CircleCheck,
  CircleX,
  Clock,
  ListChecks,
  LoaderCircle,
  UserRoundSearch,
  type LucideIcon,
} from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';

export const INSTALL_STATUS_STYLES: Record<InstallStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'neutral', icon: Clock },
  preparing: { tone: 'info', icon: ListChecks },
  running: { tone: 'active', icon: LoaderCircle },
  completed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  manual_review: { tone: 'review', icon: UserRoundSearch },
};

/** Set `spin` at most once per view. */
export function InstallStatusBadge({ status, spin }: { status: InstallStatus; spin?: boolean }) {
  return (
    <Badge {...INSTALL_STATUS_STYLES[status]} spin={spin && status === 'running'}>
      {t(installMessages).statuses[status]}
    </Badge>
  );
}

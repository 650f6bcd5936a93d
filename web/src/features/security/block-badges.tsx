import type { BlockStatus, BlockType } from '@casement/proto/http/security/blocks.js';
import { Ban, Bot, Clock, Hourglass, TimerOff, UserRound, type LucideIcon } from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';

const TYPE_ICONS: Record<BlockType, LucideIcon> = {
  auto: Bot,
  manual: UserRound,
  temporary: Hourglass,
};

const STATUS_STYLES: Record<BlockStatus, [Tone, LucideIcon]> = {
  active: ['danger', Ban],
  expired: ['neutral', TimerOff],
  pending: ['info', Clock],
};

/** Origin of the decision: icon and name without color. */
export function BlockTypeName({ type }: { type: BlockType }) {
  const Icon = TYPE_ICONS[type];
  return (
    <span className="inline-flex items-center gap-2">
      <Icon className="ic ic-sm text-muted-foreground" />
      {t(securityMessages).blocked.blockTypes[type]}
    </span>
  );
}

export function BlockStatusBadge({ status }: { status: BlockStatus }) {
  const [tone, icon] = STATUS_STYLES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(securityMessages).blocked.statuses[status]}
    </Badge>
  );
}

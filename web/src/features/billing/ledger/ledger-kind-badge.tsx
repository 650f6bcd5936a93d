import type { LedgerItem, LedgerKind } from '@casement/proto/http/billing/ledger.js';
import {
  CircleCheck,
  CirclePlus,
  Lock,
  ReceiptText,
  SlidersHorizontal,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { voucherMessages } from '@/messages/vouchers.js';

const STYLES: Record<LedgerKind, { tone: Tone; icon: LucideIcon }> = {
  credit: { tone: 'success', icon: CirclePlus },
  hold: { tone: 'info', icon: Lock },
  release: { tone: 'success', icon: Undo2 },
  capture: { tone: 'neutral', icon: CircleCheck },
  adjustment: { tone: 'review', icon: SlidersHorizontal },
  refund: { tone: 'warning', icon: ReceiptText },
};

export function LedgerKindBadge({ kind, cause }: Pick<LedgerItem, 'kind' | 'cause'>) {
  const { kinds } = t(billingMessages).ledger;
  const label = cause === 'voucher_redeemed' ? t(voucherMessages).kind : kinds[kind];
  return <Badge {...STYLES[kind]}>{label}</Badge>;
}

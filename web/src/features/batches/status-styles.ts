import type {
  BatchRow,
  BatchRowStatus,
  BatchStatus,
} from '@casement/proto/http/install/batches/batches.js';
import {
  Ban,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  ListChecks,
  LoaderCircle,
  TriangleAlert,
  UserRoundSearch,
  type LucideIcon,
} from 'lucide-react';
import type { Tone } from '@/components/ui/badge.js';
import { problemMessage } from '@/lib/api/api-error.js';
import { formatPercent } from '@/lib/format/format.js';
import { failureMessage, t } from '@/messages/i18n.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { installMessages } from '@/messages/install/install.js';

interface StatusStyle {
  tone: Tone;
  icon: LucideIcon;
}

export const ROW_STATUS_STYLES: Record<BatchRowStatus, StatusStyle> = {
  refused: { tone: 'danger', icon: CircleX },
  checking: { tone: 'info', icon: ListChecks },
  unfit: { tone: 'danger', icon: CircleX },
  ready: { tone: 'neutral', icon: Clock },
  starting: { tone: 'active', icon: LoaderCircle },
  installing: { tone: 'active', icon: LoaderCircle },
  review: { tone: 'review', icon: UserRoundSearch },
  completed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  no_quota: { tone: 'warning', icon: TriangleAlert },
  expired: { tone: 'warning', icon: TriangleAlert },
  cancelled: { tone: 'neutral', icon: Ban },
};

export const BATCH_STATUS_STYLES: Record<BatchStatus, StatusStyle> = {
  checking: { tone: 'info', icon: ListChecks },
  ready: { tone: 'neutral', icon: Clock },
  running: { tone: 'active', icon: LoaderCircle },
  paused: { tone: 'neutral', icon: CirclePause },
  cancelled: { tone: 'neutral', icon: Ban },
  ended: { tone: 'success', icon: CircleCheck },
};

const PROBLEMS: readonly BatchRowStatus[] = [
  'refused',
  'unfit',
  'failed',
  'no_quota',
  'expired',
  'review',
];
export const hasProblem = ({ status }: Pick<BatchRow, 'status'>): boolean =>
  PROBLEMS.includes(status);

/** Display text such as `Installing` or `Writing, 45 %`. */
export function stateOf({ status, phase, percent }: BatchRow): string {
  const state = t(batchesMessages).rowStates[status];
  const parts = [
    state,
    phase && t(installMessages).phases[phase],
    percent !== null && formatPercent(percent),
  ];
  return parts.filter(Boolean).join(', ');
}

/**
 * Failure message and remedy in the current language; null if there is no failure. Failures of installs and checks have
 * a `code`, on which there is help.
 */
export function failureOf({
  failure,
  status,
}: BatchRow): { message: string; cure: string; code?: string } | null {
  if (!failure) return null;
  const { code, message, cure } = failure;
  const { failures, cures } = t(batchesMessages);
  if (code in failures) return failures[code as keyof typeof failures];
  const failureText = failureMessage(code, message);
  // Failures of installs and checks have a remedy of their own.
  if (failureText !== message || status === 'failed' || status === 'unfit')
    return { message: failureText, cure: failureMessage(code, cure), code };
  const kind =
    status === 'refused'
      ? 'refused'
      : status === 'checking' || status === 'ready'
        ? 'waits'
        : 'retry';
  return { message: problemMessage(code, { message, code: code as never }), cure: cures[kind] };
}

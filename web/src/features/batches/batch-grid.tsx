import { addressText } from '@casement/proto/http/install/address-text.js';
import type { BatchRow, BatchRowStatus } from '@casement/proto/http/install/batches/batches.js';
import type { CSSProperties } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { t } from '@/messages/i18n.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { installMessages } from '@/messages/install/install.js';
import { hasProblem, ROW_STATUS_STYLES, stateOf } from './status-styles.js';

/** About 25 columns on a laptop, so that 200 machines need no scrolling. The cells are large enough for touch. */
const CELLS = { gridTemplateColumns: 'repeat(auto-fill, minmax(44px, 1fr))' };

/** Placed below the number, which is unreadable on a half-filled pane in any color. */
const BAR = { top: 'auto', height: 5 };

/** Progress of an install in percent, as if all phases took the same time: accurate enough for an overview. */
function progressOf({ phase }: BatchRow): number {
  const phases = Object.keys(installMessages.en.phases);
  return phase === null ? 0 : Math.round(((phases.indexOf(phase) + 1) / (phases.length + 1)) * 100);
}

const IN_PROGRESS: readonly BatchRowStatus[] = ['starting', 'installing'];

function paneOf(row: BatchRow): string | false {
  if (row.status === 'completed') return 'on';
  if (IN_PROGRESS.includes(row.status)) return 'now';
  if (row.status === 'review') return 'review';
  return hasProblem(row) && 'bad';
}

/** All machines at a glance, one pane each, lit when converted to Windows. */
export function BatchGrid({
  rows,
  onOpen,
}: {
  rows: readonly BatchRow[];
  onOpen: (row: number) => void;
}) {
  const m = t(batchesMessages);
  return (
    <ul className="grid gap-1" style={CELLS} aria-label={m.grid}>
      {rows.map((row) => {
        const { icon: Icon } = ROW_STATUS_STYLES[row.status];
        const isUnderWay = IN_PROGRESS.includes(row.status);
        const name = m.cell(row.row, addressText(row.ip, row.ssh_port), stateOf(row));
        return (
          <li key={row.row}>
            <button
              type="button"
              className={cn('pane w-full', paneOf(row))}
              style={{ '--p': `${progressOf(row)}%` } as CSSProperties}
              title={name}
              aria-label={name}
              aria-haspopup="dialog"
              onClick={() => onOpen(row.row)}
            >
              {isUnderWay && <i style={BAR} />}
              <span className="num text-xs">{row.row}</span>
              <Icon className="ic ic-sm" aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

import type { BatchRow, BatchRowStatus } from '@casement/proto/http/install/batches.js';
import type { CSSProperties } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { t } from '@/messages/i18n.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { installMessages } from '@/messages/install/install.js';
import { hasProblem, ROW_LOOKS, stateOf } from './row-looks.js';

/** Some 25 in a line on a laptop: 200 machines without scrolling. A finger hits one. */
const CELLS = { gridTemplateColumns: 'repeat(auto-fill, minmax(44px, 1fr))' };

/** Below the number, which no colour of a pane that is half filled would leave readable. */
const BAR = { top: 'auto', height: 5 };

/** How far an install is, in percent, as if all phases lasted the same: enough for a glance. */
function progressOf({ phase }: BatchRow): number {
  const phases = Object.keys(installMessages.en.phases);
  return phase === null ? 0 : Math.round(((phases.indexOf(phase) + 1) / (phases.length + 1)) * 100);
}

const UNDER_WAY: readonly BatchRowStatus[] = ['starting', 'installing'];

function paneOf(row: BatchRow): string | false {
  if (row.status === 'completed') return 'on';
  if (UNDER_WAY.includes(row.status)) return 'now';
  if (row.status === 'review') return 'held';
  return hasProblem(row) && 'bad';
}

/** All machines at a glance: a pane each, lit when it is Windows. */
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
        const { icon: Icon } = ROW_LOOKS[row.status];
        const isUnderWay = UNDER_WAY.includes(row.status);
        const name = m.cell(row.row, row.ip, stateOf(row));
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

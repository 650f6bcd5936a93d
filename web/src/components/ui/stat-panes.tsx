import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.js';

export interface StatPane {
  icon: LucideIcon;
  term: string;
  /** Display text: the figure, or a dash if unknown. A status has its own color. */
  value: ReactNode;
  /** Line below the value. If unknown, an empty line reserves the space. */
  help?: string;
}

/** Figures as panes of one frame: four in a row, two on a phone. */
export function StatPanes({ panes, className }: { panes: StatPane[]; className?: string }) {
  return (
    <dl className={cn('panes grid-cols-2 lg:grid-cols-4 max-sm:[&>*]:px-3!', className)}>
      {panes.map(({ icon: Icon, term, value, help }) => (
        <div key={term}>
          <dt className="flex items-center gap-2 text-sm text-muted-foreground">
            <Icon className="ic ic-sm max-sm:hidden" />
            {term}
          </dt>
          <dd className="num text-3xl font-[620] tracking-[-0.03em] mt-1">{value}</dd>
          {help !== undefined && (
            <dd className="text-xs text-muted-foreground mt-0.5">{help || '\u00a0'}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

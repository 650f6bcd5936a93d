import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.js';

export interface StatPane {
  icon: LucideIcon;
  term: string;
  /** As text: the figure, or a dash while it is not known. A status brings its colour. */
  value: ReactNode;
  /** A line below it; where it is not known yet, an empty one keeps its place. */
  help?: string;
}

/** Figures as the panes of one frame: four side by side, two on a phone. */
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

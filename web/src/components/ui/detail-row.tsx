import type { ReactNode } from 'react';
import { cn } from './class-names.js';

/** Rows of `term, value` in one frame, for what is read off or copied piece by piece. */
export function DetailRows({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={cn('rounded-md border divide-y divide-border text-sm', className)}>
      {children}
    </dl>
  );
}

/** One row; `children` are its buttons, at the right. What is a code is set in mono. */
export function DetailRow({
  term,
  value,
  plain,
  children,
}: {
  term: string;
  value: ReactNode;
  /** A date, a figure or words: no code. */
  plain?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3 pl-3.5 pr-1.5 min-h-11">
      <dt className="w-24 shrink-0 text-muted-foreground">{term}</dt>
      <dd className="flex-1 flex items-center gap-1 min-w-0">
        <span className={cn('font-[500] flex-1 min-w-0 wrap-anywhere', plain ? 'num' : 'mono')}>
          {value}
        </span>
        {children}
      </dd>
    </div>
  );
}

import type { ReactNode } from 'react';
import { cn } from './class-names.js';

/** Framed rows of `term, value` to be read or copied individually. */
export function DetailRows({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={cn('rounded-md border divide-y divide-border text-sm', className)}>
      {children}
    </dl>
  );
}

/** A row whose `children` are its buttons on the right. Codes are set in monospace. */
export function DetailRow({
  term,
  value,
  plain,
  children,
}: {
  term: string;
  value: ReactNode;
  /** The value is a date, a figure or words rather than a code. */
  plain?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3 pl-3.5 pr-1.5 py-1 min-h-11">
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

import type { ReactNode } from 'react';
import { cn } from './class-names.js';

export type Fact = [term: string, value: ReactNode];

const EMPTY: ReactNode[] = [null, undefined, false, ''];

/** Terms and their values. Facts without a value are left out. */
export function FactList({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={cn('kv', className)}>
      {facts
        .filter(([, value]) => !EMPTY.includes(value))
        .map(([term, value]) => (
          <div key={term} className="contents">
            <dt>{term}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './badge.js';
import { cn } from './class-names.js';

export function Note({
  tone,
  icon: Icon,
  className,
  spin,
  alert,
  children,
}: {
  tone: Tone;
  icon: LucideIcon;
  className?: string;
  spin?: boolean;
  /** Announced by screen readers as soon as it appears. */
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={cn('note', `t-${tone}`, className)} role={alert ? 'alert' : undefined}>
      <Icon className={cn('ic', spin && 'spin')} />
      <div className="flex-1 min-w-0">{children}</div>
    </div>
  );
}

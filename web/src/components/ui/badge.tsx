import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.js';

export type Tone = 'neutral' | 'active' | 'info' | 'success' | 'warning' | 'danger' | 'review';

/** Shows icon, word and color, always all three. */
export function Badge({
  tone,
  icon: Icon,
  spin,
  className,
  children,
}: {
  tone: Tone;
  icon: LucideIcon;
  spin?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={cn('badge', `t-${tone}`, className)}>
      <Icon className={cn('ic', spin && 'spin')} />
      {children}
    </span>
  );
}

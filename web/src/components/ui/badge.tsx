import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.js';

export type Tone = 'neutral' | 'active' | 'info' | 'success' | 'warning' | 'danger' | 'review';

/** Always shows icon, word and color, so that the meaning never depends on color alone. */
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

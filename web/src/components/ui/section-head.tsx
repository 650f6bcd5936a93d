import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.js';

/** Heading of a section with its actions. */
export function SectionHead({
  title,
  lead,
  sub = false,
  children,
}: {
  title: string;
  lead?: string | undefined;
  /** The heading is below the section's own. */
  sub?: boolean;
  children?: ReactNode;
}) {
  const Heading = sub ? 'h2' : 'h1';
  return (
    <div className="flex flex-wrap items-center gap-3 mb-4">
      <div className="grow shrink-0 max-w-full">
        <Heading className={cn(sub ? 'text-xl' : 'text-2xl', 'wrap-anywhere')}>{title}</Heading>
        {lead && <p className="text-sm text-muted-foreground">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

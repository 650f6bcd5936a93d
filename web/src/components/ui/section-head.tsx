import type { ReactNode } from 'react';

/** The title of a section and, at the right, what can be done there. */
export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 mb-4">
      <h1 className="text-2xl flex-1 min-w-max">{title}</h1>
      {children}
    </div>
  );
}

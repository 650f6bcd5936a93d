import type { ReactNode } from 'react';

export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 mb-4">
      <h1 className="text-2xl grow shrink-0 max-w-full wrap-anywhere">{title}</h1>
      {children}
    </div>
  );
}

import { useRef, type ReactNode } from 'react';
import { useRestoreFocus } from '@/lib/navigation/use-restore-focus.js';

/** Views that replace each other in one section, e.g. a list and one of its entries. The focus moves to the new view. */
export function Subpages({ shown, children }: { shown: string | null; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useRestoreFocus(content, String(shown), false);
  return (
    <div ref={content} tabIndex={-1} className="outline-none!">
      {children}
    </div>
  );
}

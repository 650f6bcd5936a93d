import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { takeFocus } from '@/lib/take-focus.js';

/**
 * Heading of an account screen. When it replaces another heading it takes the focus, so that screen readers announce
 * it.
 */
export function ScreenHead({
  title,
  lead,
  icon: Icon,
  focused,
}: {
  title: string;
  lead: ReactNode;
  icon?: LucideIcon;
  focused?: boolean;
}) {
  return (
    <>
      {Icon && (
        <span className="grid place-items-center size-9 rounded-md border bg-muted text-primary mb-4">
          <Icon className="ic ic-lg" />
        </span>
      )}
      <h1 className="text-2xl outline-none!" {...(focused ? { tabIndex: -1, ref: takeFocus } : {})}>
        {title}
      </h1>
      <p className="text-muted-foreground mt-1 mb-6 wrap-break-word">{lead}</p>
    </>
  );
}

import { useId, type ReactNode, type RefObject } from 'react';
import { cn } from './class-names.js';

/** Framed section with a title and, at the end of the title's line, `aside`. */
export function Panel({
  title,
  titleRef,
  aside,
  className,
  children,
}: {
  title: string;
  /** Makes the title focusable, for when the focused control is removed. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={cn('frame', className)} aria-labelledby={id}>
      <div className="frame-head">
        <h2 id={id} className="flex-1" ref={titleRef} tabIndex={titleRef && -1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

import { useEffect, useRef, type RefObject } from 'react';

/** Scrolls the part into view once when the user has navigated to it and it is ready. */
export function useScrollIntoView(led: boolean, ready = true): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  const brought = useRef(false);
  useEffect(() => {
    if (!led || !ready || brought.current) return;
    brought.current = true;
    part.current?.scrollIntoView();
  }, [led, ready]);
  return part;
}

import { useEffect, useRef, type RefObject } from 'react';

/** A user who was `led` to a part of a screen sees it, once it is `ready`. After the frame has begun the section at its top. */
export function useBrought(led: boolean, ready = true): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  const brought = useRef(false);
  useEffect(() => {
    if (!led || !ready || brought.current) return;
    brought.current = true;
    part.current?.scrollIntoView();
  }, [led, ready]);
  return part;
}

import { useEffect, useRef, type RefObject } from 'react';

/**
 * When rows go and the focus went with one of them, it goes to `heir` and not to nowhere. While `paused` (a dialog has
 * it) that waits.
 */
export function useHeir(heir: RefObject<HTMLElement | null>, rows: string, paused = false): void {
  const before = useRef(rows);
  useEffect(() => {
    if (paused || before.current === rows) return;
    before.current = rows;
    if (document.activeElement === document.body) heir.current?.focus();
  }, [heir, rows, paused]);
}

import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to `target` when a content change has removed the focused control, which would lose the focus.
 * Waits while `paused` (a dialog has the focus).
 */
export function useRestoreFocus(
  target: RefObject<HTMLElement | null>,
  shown: string,
  paused: boolean,
): void {
  const before = useRef(shown);
  useEffect(() => {
    if (paused || before.current === shown) return;
    before.current = shown;
    if (!document.activeElement || document.activeElement === document.body) {
      target.current?.focus();
    }
  }, [target, shown, paused]);
}

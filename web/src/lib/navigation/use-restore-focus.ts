import { useEffect, useRef, type RefObject } from 'react';

/**
 * When what is shown changes and the control that had the focus went with it, the focus goes to `target` and not to
 * nowhere. While `paused` (a dialog has it) the change waits.
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

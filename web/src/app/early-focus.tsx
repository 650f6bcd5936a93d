import { useLayoutEffect, useState } from 'react';

/** What can have the focus before the code has come (scripts/early-screens.mjs): the forms are inert. */
const parts = (root: Element) => Array.from(root.querySelectorAll<HTMLElement>('a, button'));

/**
 * Gives the focus to the part of the screen that had it in the early screen, whose place this one takes. Drawn last, so
 * that it looks as late as can be.
 */
export function EarlyFocus({ root }: { root: Element }) {
  const [focused] = useState(() => {
    const early = root.querySelector('[data-early]');
    return early ? parts(early).findIndex((part) => part === document.activeElement) : -1;
  });
  useLayoutEffect(() => {
    parts(root)[focused]?.focus({ preventScroll: true });
  }, [root, focused]);
  return null;
}

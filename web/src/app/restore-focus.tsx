import { useLayoutEffect, useState } from 'react';

/** Focusable elements of a prerendered screen. Its forms are inert. */
const focusable = (root: Element) => Array.from(root.querySelectorAll<HTMLElement>('a, button'));

/** Moves the focus from an element of the prerendered screen to its counterpart in the screen that replaces it. */
export function RestoreFocus({ root }: { root: Element }) {
  const [focused] = useState(() => {
    const prerendered = root.querySelector('[data-prerendered]');
    return prerendered ? focusable(prerendered).indexOf(document.activeElement as HTMLElement) : -1;
  });
  useLayoutEffect(() => {
    focusable(root)[focused]?.focus({ preventScroll: true });
  }, [root, focused]);
  return null;
}

import { useState } from 'react';

/** What had the focus before the first of the dialogs that are open. */
let opener: Element | null = null;

/**
 * Gives the focus back to what opened a dialog. Radix does so for its own triggers only, and our dialogs follow
 * one another (a top-up becomes its payment). Focus that went somewhere on purpose is left there.
 */
export function useFocusReturn(): (event: Event) => void {
  useState(() => {
    const active = document.activeElement;
    if (active && !active.closest('[role="dialog"]')) opener = active;
  });
  return (event) => {
    event.preventDefault();
    const lost = !document.activeElement || document.activeElement === document.body;
    if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
}

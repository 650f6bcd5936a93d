/** Escape key events reserved for a dialog even though a newer toast is above it. */
const forDialogs = new WeakSet<KeyboardEvent>();

/** Leaves an Escape to the dialog that has the focus. Otherwise the newer toast would close first. */
export function leaveToDialog(event: KeyboardEvent): void {
  if (!document.activeElement?.closest('.dialog')) return;
  event.preventDefault();
  forDialogs.add(event);
}

export const isLeftToDialog = (event: KeyboardEvent): boolean => forDialogs.has(event);

/**
 * Element that last had the focus outside of all dialogs. Recorded continuously because a button that is disabled
 * while its dialog loads has lost the focus by the time the dialog opens. main.tsx loads this file before any element
 * can be focused.
 */
let opener = document.activeElement;

/** Element that last had the focus in each dialog, for the return from a dialog above it. */
const lastFocus = new WeakMap<Element, HTMLElement>();

document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const dialog = target.closest('.dialog');
  if (dialog) lastFocus.set(dialog, target);
  else if (!target.closest('[role="dialog"], [data-radix-focus-guard]')) opener = target;
});

/**
 * Returns the focus to the element that opened a dialog. Radix does so only for its own triggers, and our dialogs
 * follow one another (a top-up becomes its payment). Does nothing if the focus was moved deliberately. If the dialog
 * had no opener (a reload, a link) or the opener is gone, the section heading receives the focus.
 */
export function returnFocus(event: Event): void {
  event.preventDefault();
  const focusLost = !document.activeElement || document.activeElement === document.body;
  if (!focusLost) return;
  const below = [...document.querySelectorAll<HTMLElement>('.dialog[data-state="open"]')].at(-1);
  if (below) {
    const last = lastFocus.get(below);
    (last?.isConnected ? last : below).focus();
    return;
  }
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) {
    opener.focus();
    return;
  }
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/** Focuses an element. While a dialog is open, the element receives the focus when the dialogs close. */
export function focusBelowDialogs(element: HTMLElement): void {
  if (document.querySelector('[role="dialog"]')) opener = element;
  else element.focus();
}

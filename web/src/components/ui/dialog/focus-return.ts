/**
 * What had the focus last outside of every dialog. Noted as it happens: a button that is disabled while its dialog
 * loads has lost the focus by the time the dialog opens. main.tsx loads this file before anything can be focused.
 */
let opener = document.activeElement;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role="dialog"], [data-radix-focus-guard]')) {
    opener = target;
  }
});

/**
 * Gives the focus back to what opened a dialog. Radix does so for its own triggers only, and our dialogs follow
 * one another (a top-up becomes its payment). Focus that went somewhere on purpose is left there. Where nothing
 * opened it (a reload, a link) or that is gone, the heading of the section gets it.
 */
export function returnFocus(event: Event): void {
  event.preventDefault();
  const lost = !document.activeElement || document.activeElement === document.body;
  if (!lost) return;
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) {
    opener.focus();
    return;
  }
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/** Ref of an element that takes the focus when it appears, for example because it replaces the focused control. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

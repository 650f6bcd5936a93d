import { useEffect, useRef } from 'react';

interface RemovedRow {
  button: HTMLElement;
  row: Element;
  list: Element;
  /** Index of the row, and of the button within the row. */
  index: number;
  buttonIndex: number;
}

const buttonsOf = (row: Element) => [...row.querySelectorAll('button')];

/**
 * Restores the focus after a button was removed by its own action (its row is deleted, its block lifted): to the rest
 * of its row, otherwise to the same button in the row that replaces it, otherwise to the section. Call the result
 * with the clicked button.
 *
 * @param rows changes when the list is refetched
 */
export function useFocusAfterRemove(rows: unknown): (button: HTMLElement) => void {
  const removed = useRef<RemovedRow>(null);
  useEffect(() => {
    const left = removed.current;
    if (!left || left.button.isConnected) return;
    removed.current = null;
    // Focus that was moved deliberately is left unchanged.
    if (document.activeElement && document.activeElement !== document.body) return;
    const { row, list, index, buttonIndex } = left;
    const nextFocus = row.isConnected ? row : (list.children[index] ?? list.lastElementChild);
    const buttons = nextFocus?.isConnected ? buttonsOf(nextFocus) : [];
    (
      buttons[buttonIndex] ??
      buttons.at(-1) ??
      document.querySelector<HTMLElement>('main')
    )?.focus();
  }, [rows]);
  return (button) => {
    const row = button.closest('tr, li');
    const list = row?.parentElement;
    if (!row || !list) return;
    const index = [...list.children].indexOf(row);
    const buttonIndex = buttonsOf(row).findIndex((candidate) => candidate === button);
    removed.current = { button, row, list, index, buttonIndex };
  };
}

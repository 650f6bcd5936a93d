import { useEffect, useRef, type MouseEvent } from 'react';

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
 * Restores the focus after a clicked button was removed by its own action (its row is deleted, its block lifted): to
 * the rest of its row, otherwise to the same button in the row that replaces it, otherwise to the section. Returns the
 * click handler of the rows' container.
 *
 * @param rows changes when the list is refetched
 */
export function useFocusAfterRemove(rows: unknown): (event: MouseEvent) => void {
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
  return ({ target, currentTarget }) => {
    const button = (target as Element).closest('button');
    const row = button?.closest('tr, li');
    const list = row?.parentElement;
    // React also reports clicks in dialogs that a row renders elsewhere.
    if (!button || !row || !list || !currentTarget.contains(row)) return;
    const index = [...list.children].indexOf(row);
    const buttonIndex = buttonsOf(row).findIndex((candidate) => candidate === button);
    removed.current = { button, row, list, index, buttonIndex };
  };
}

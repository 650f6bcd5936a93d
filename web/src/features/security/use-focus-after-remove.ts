import { useEffect, useRef } from 'react';

interface Leaving {
  button: HTMLElement;
  row: Element;
  list: Element;
  /** Which row it was, and which of the row's buttons. */
  index: number;
  place: number;
}

const buttonsOf = (row: Element) => [...row.querySelectorAll('button')];

/**
 * A button that goes away with what it did (its row is deleted, its block lifted) leaves the focus to what remains
 * of its row, else to its like in the row that comes in its place, else to the section. Call what this returns with
 * the button that was pressed.
 *
 * @param rows changes when the list is read anew
 */
export function useFocusAfterRemove(rows: unknown): (button: HTMLElement) => void {
  const leaving = useRef<Leaving>(null);
  useEffect(() => {
    const left = leaving.current;
    if (!left || left.button.isConnected) return;
    leaving.current = null;
    // Focus that went somewhere else on purpose is left there.
    if (document.activeElement && document.activeElement !== document.body) return;
    const { row, list, index, place } = left;
    const heir = row.isConnected ? row : (list.children[index] ?? list.lastElementChild);
    const buttons = heir?.isConnected ? buttonsOf(heir) : [];
    (buttons[place] ?? buttons.at(-1) ?? document.querySelector<HTMLElement>('main'))?.focus();
  }, [rows]);
  return (button) => {
    const row = button.closest('tr, li');
    const list = row?.parentElement;
    if (!row || !list) return;
    const index = [...list.children].indexOf(row);
    const place = buttonsOf(row).findIndex((one) => one === button);
    leaving.current = { button, row, list, index, place };
  };
}

import { useEffect } from 'react';

/**
 * Ctrl-K, Cmd-K on a Mac. An open dialog keeps it closed: it may hold what is not saved yet. `intend` is called where Ctrl
 * goes down: what is typed right after K would be lost while the palette is fetched.
 */
export function usePaletteKey(open: () => void, intend: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') intend();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"]')) open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, intend]);
}

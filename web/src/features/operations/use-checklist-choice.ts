import { useState } from 'react';

const KEY = 'casement-first-run';

/** Whether the administrator wants to see the checklist; null if not chosen. Stored in this browser. */
export function useChecklistChoice(): [boolean | null, (wanted: boolean) => void] {
  const [wanted, setWanted] = useState(read);
  const choose = (next: boolean) => {
    setWanted(next);
    try {
      localStorage.setItem(KEY, next ? 'shown' : 'hidden');
    } catch {
      // If storage is not available, the choice lasts until the page is reloaded.
    }
  };
  return [wanted, choose];
}

function read(): boolean | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === null ? null : stored === 'shown';
  } catch {
    return null;
  }
}

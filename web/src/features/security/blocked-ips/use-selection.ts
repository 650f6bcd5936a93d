import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import { useState } from 'react';

export interface Selection {
  /** Selected rows among those shown. */
  chosen: BlockedIp[];
  /** Selectable rows among those shown: the active ones (SPEC §2). */
  choosable: BlockedIp[];
  has: (block: BlockedIp) => boolean;
  toggle: (block: BlockedIp) => void;
  toggleAll: () => void;
}

/**
 * Selection in a table of blocks, limited to shown rows that have not ended. Not stored in the history state, because
 * a checkbox must change synchronously with the click and history changes a moment later.
 */
export function useSelection(rows: BlockedIp[]): Selection {
  const [ids, setIds] = useState<readonly string[]>([]);
  const choosable = rows.filter(({ status }) => status === 'active');
  const chosen = choosable.filter(({ id }) => ids.includes(id));
  return {
    chosen,
    choosable,
    has: ({ id }) => chosen.some((block) => block.id === id),
    toggle: ({ id }) =>
      setIds((before) => (before.includes(id) ? before.filter((x) => x !== id) : [...before, id])),
    toggleAll: () =>
      setIds(chosen.length === choosable.length ? [] : choosable.map(({ id }) => id)),
  };
}

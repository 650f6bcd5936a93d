import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import { useState } from 'react';

export interface Selection {
  /** Those of the shown rows that are chosen. */
  chosen: BlockedIp[];
  /** Those of the shown rows that can be chosen: the active ones (SPEC §2). */
  choosable: BlockedIp[];
  has: (block: BlockedIp) => boolean;
  toggle: (block: BlockedIp) => void;
  toggleAll: () => void;
}

/** What is chosen of a table of blocks. What is not shown, or ended meanwhile, does not count as chosen. */
export function useSelection(rows: BlockedIp[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const choosable = rows.filter(({ status }) => status === 'active');
  const chosen = choosable.filter(({ id }) => ids.has(id));
  return {
    chosen,
    choosable,
    has: ({ id }) => chosen.some((block) => block.id === id),
    toggle: ({ id }) =>
      setIds(
        (before) => new Set(before.has(id) ? [...before].filter((x) => x !== id) : [...before, id]),
      ),
    toggleAll: () =>
      setIds(new Set(chosen.length === choosable.length ? [] : choosable.map(({ id }) => id))),
  };
}

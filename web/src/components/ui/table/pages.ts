export type PageSlot = number | 'gap';

const SHOW_ALL_UP_TO = 7;

/** SPEC §2: all pages when 7 or fewer; otherwise first, last and those beside the current, with ellipses. */
export function pageSlots(current: number, last: number): PageSlot[] {
  if (last <= SHOW_ALL_UP_TO) return Array.from({ length: last }, (_, i) => i + 1);
  const wanted = [1, current - 1, current, current + 1, last].filter((n) => n >= 1 && n <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, i): PageSlot[] => {
    const before = pages[i - 1];
    return before !== undefined && page - before > 1 ? ['gap', page] : [page];
  });
}

import type { PageMeta } from '@casement/proto/http/envelope.js';
import { Button } from '@/components/ui/button.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

/** Footer of the table `label`: the shown range and links to other pages. */
export function Pagination({
  label,
  meta,
  onPage,
  failed,
}: {
  label: string;
  meta: PageMeta;
  onPage: (page: number) => void;
  /** This page failed to load, so its range is unknown. */
  failed?: boolean;
}) {
  const m = t(commonMessages);
  const { page, pageSize, total, capped } = meta;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-2 min-h-13 border-t text-sm text-muted-foreground num">
      <span>
        {!failed &&
          m.showing(
            formatFigure(from),
            formatFigure(to),
            formatFigure(total) + (capped ? '+' : ''),
          )}
      </span>
      <nav className="flex items-center gap-1" aria-label={m.pagesOf(label)}>
        <Button variant="ghost" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {m.previous}
        </Button>
        {pageSlots(page, last).map((slot, i) =>
          slot === 'gap' ? (
            <span key={`gap-${i}`} className="px-1" aria-hidden>
              …
            </span>
          ) : (
            <Button
              key={slot}
              variant={slot === page ? 'outline' : 'ghost'}
              size="sm"
              icon
              aria-label={m.page(slot)}
              aria-current={slot === page ? 'page' : undefined}
              onClick={() => onPage(slot)}
            >
              {slot}
            </Button>
          ),
        )}
        <Button
          variant="ghost"
          size="sm"
          disabled={!capped && page >= last}
          onClick={() => onPage(page + 1)}
        >
          {m.next}
        </Button>
      </nav>
    </div>
  );
}

type PageSlot = number | 'gap';

const MAX_UNABRIDGED_PAGES = 7;

/**
 * Returns the page links of SPEC §2: all pages if 7 or fewer, otherwise first, last and the neighbors of the current
 * page, with ellipses.
 */
export function pageSlots(current: number, last: number): PageSlot[] {
  if (last <= MAX_UNABRIDGED_PAGES) return Array.from({ length: last }, (_, i) => i + 1);
  const visiblePages = [1, current - 1, current, current + 1, last].filter(
    (n) => n >= 1 && n <= last,
  );
  const pages = [...new Set(visiblePages)].sort((a, b) => a - b);
  return pages.flatMap((page, i): PageSlot[] => {
    const before = pages[i - 1];
    return before !== undefined && page - before > 1 ? ['gap', page] : [page];
  });
}

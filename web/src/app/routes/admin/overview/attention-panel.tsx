import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Note } from '@/components/ui/note.js';
import { Panel } from '@/components/ui/panel.js';
import { t } from '@/messages/i18n.js';
import { useNavigateTo } from '@/lib/navigation/history-state.js';
import { adminNeedMessages } from '@/messages/admin/overview/admin-needs.js';
import type { useAttentionItems } from './use-attention-items.js';

/** Tasks waiting for an administrator, each with a count and a link. */
export function AttentionPanel({ needs, unknown, queries }: ReturnType<typeof useAttentionItems>) {
  const m = t(adminNeedMessages);
  const goTo = useNavigateTo();
  const counting = queries.some(({ isPending }) => isPending);
  return (
    <Panel className="mb-5 overflow-hidden" title={m.title}>
      {needs.length > 0 && (
        <ul className="divide-y divide-border">
          {needs.map(({ name, count, location, onOpen }) => (
            <li key={name}>
              <button
                type="button"
                className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-accent"
                onClick={() => {
                  onOpen?.();
                  goTo(location);
                }}
              >
                <span className="flex-1">{m.needs[name]}</span>
                <Badge tone="warning" icon={TriangleAlert}>
                  <span className="num">{count}</span>
                </Badge>
                <ChevronRight className="ic ic-sm text-muted-foreground" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {unknown ? (
        <div className="p-4">
          <Note tone="warning" icon={TriangleAlert}>
            {m.unknown}
          </Note>
        </div>
      ) : counting ? (
        <p className="px-4 py-3 text-sm text-muted-foreground">{m.counting}</p>
      ) : (
        needs.length === 0 && (
          <p className="flex items-start gap-2 px-4 py-3">
            <CircleCheck className="ic text-success shrink-0 mt-0.5" aria-hidden />
            <span>
              <b className="font-[560]">{m.nothing}</b>{' '}
              <span className="text-sm text-muted-foreground">{m.nothingHelp}</span>
            </span>
          </p>
        )
      )}
    </Panel>
  );
}

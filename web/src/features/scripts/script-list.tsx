import type { Script } from '@casement/proto/http/install/windows/scripts.js';
import { useQuery } from '@tanstack/react-query';
import { FileTerminal, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { formatDateTime } from '@/lib/format/format.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { scriptsMessages } from '@/messages/install/scripts.js';
import { scriptsQuery, useRemoveScript } from './api.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));
const ScriptDialog = lazyDialog(() => import('./script-dialog.js'));

type Open = { dialog: 'form'; script?: Script } | { dialog: 'delete'; script: Script };

/** Scripts of the user, or the offered scripts for operators. */
export default function ScriptList({ offered = false }: { offered?: boolean }) {
  const m = t(scriptsMessages);
  const query = useQuery(scriptsQuery);
  const remove = useRemoveScript(offered);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const scripts = query.data?.filter((script) => script.offered === offered);

  const confirmDelete = async ({ id }: Script) => {
    const done = () => ({ title: m.deleted });
    await withToast(remove.mutateAsync(id), { done, failed: m.deleteFailed });
    close();
  };

  if (!scripts && query.isError) return <QueryError query={query} title={m.loadFailed} />;
  return (
    <section className="frame overflow-hidden" aria-labelledby="scripts-title">
      <div className="frame-head justify-between">
        <h2 id="scripts-title">{m.title}</h2>
        <Button size="sm" onClick={() => setOpen({ dialog: 'form' })}>
          <Plus className="ic ic-sm" />
          {m.add}
        </Button>
      </div>
      <p className="px-4 py-3 text-sm text-muted-foreground border-b">
        {offered ? m.offeredLead : m.lead}
      </p>
      {!scripts ? (
        <RowsSkeleton label={m.loading} rows={2} />
      ) : scripts.length === 0 ? (
        <EmptyState icon={FileTerminal} title={m.empty} help={m.emptyHelp} />
      ) : (
        <ul className="divide-y">
          {scripts.map((script) => (
            <li key={script.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
              <div className="flex-1 min-w-48">
                <p className="font-[560] wrap-anywhere">{script.name}</p>
                {script.description && <p className="text-sm">{script.description}</p>}
                <p className="text-xs text-muted-foreground">
                  {m.changed(formatDateTime(script.updated_at))}
                </p>
              </div>
              <p className="flex gap-1">
                <Button
                  size="sm"
                  aria-label={m.editOf(script.name)}
                  onClick={() => setOpen({ dialog: 'form', script })}
                >
                  {m.edit}
                </Button>
                <Button
                  size="sm"
                  aria-label={m.deleteOf(script.name)}
                  onClick={() => setOpen({ dialog: 'delete', script })}
                >
                  {m.delete}
                </Button>
              </p>
            </li>
          ))}
        </ul>
      )}
      {open?.dialog === 'form' && (
        <ScriptDialog offered={offered} script={open.script} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          title={m.deleteOf(open.script.name)}
          question={m.deleteQuestion}
          submit={m.delete}
          pending={remove.isPending}
          onConfirm={() => confirmDelete(open.script)}
          onClose={close}
        />
      )}
    </section>
  );
}

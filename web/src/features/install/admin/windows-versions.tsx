import type { WindowsVersion } from '@casement/proto/http/install.js';
import { useQuery } from '@tanstack/react-query';
import { AppWindow, CircleCheck, CircleOff, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '../../../components/ui/badge.js';
import { Button } from '../../../components/ui/button.js';
import { DataTable, type Column } from '../../../components/ui/data-table.js';
import { RowActions } from '../../../components/ui/row-actions.js';
import { SectionHead } from '../../../components/ui/section-head.js';
import { useLocalPage } from '../../../components/ui/use-local-page.js';
import { attempt } from '../../../lib/attempt.js';
import { formatDateTime } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { adminInstallTexts } from '../../../messages/admin-installs.js';
import { commonTexts } from '../../../messages/common.js';
import { useDeleteWindowsVersion } from './change-windows-versions.js';
import { adminWindowsVersionsQuery } from './windows-versions-query.js';

const WindowsVersionDialog = lazy(() => import('./windows-version-dialog.js'));

/** The Windows versions that customers choose from. */
export function WindowsVersions({ title, failed }: { title: string; failed: string }) {
  const { versions: m, deleteFailed } = say(adminInstallTexts);
  const { source, onPage } = useLocalPage(useQuery(adminWindowsVersionsQuery));
  const remove = useDeleteWindowsVersion();
  const [editing, setEditing] = useState<WindowsVersion | 'new' | null>(null);

  const confirmDelete = ({ id, name }: WindowsVersion) => {
    if (!window.confirm(m.confirmDelete(name))) return;
    const done = () => ({ title: m.deletedToast });
    void attempt(remove.mutateAsync(id), { done, failed: deleteFailed });
  };
  const addButton = (
    <Button variant="primary" size="sm" onClick={() => setEditing('new')}>
      <Plus className="ic ic-sm" />
      {m.add}
    </Button>
  );

  const columns: Column<WindowsVersion>[] = [
    { head: m.name, className: 'w-full font-[560]', cell: ({ name }) => name },
    { head: m.slug, className: 'mono', cell: ({ slug }) => slug },
    { head: m.image, cell: (version) => <ImageBadge version={version} /> },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ];
  return (
    <>
      <SectionHead title={title}>{addButton}</SectionHead>
      <DataTable
        label={title}
        source={source}
        onPage={onPage}
        columns={columns}
        rowKey={({ id }) => id}
        item={(version) => ({
          title: version.name,
          aside: <ImageBadge version={version} />,
          text: <span className="mono">{version.slug}</span>,
        })}
        actions={(version) => (
          <RowActions
            edit={m.edit}
            editOf={m.editOf(version.name)}
            deleteOf={m.deleteOf(version.name)}
            deleting={remove.isPending && remove.variables === version.id}
            onEdit={() => setEditing(version)}
            onDelete={() => confirmDelete(version)}
          />
        )}
        empty={{ icon: AppWindow, title: m.empty, help: m.emptyHelp, action: addButton }}
        failed={{ title: failed, help: say(commonTexts).pleaseTryAgain }}
      />
      {editing && (
        <Suspense fallback={null}>
          <WindowsVersionDialog
            version={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function ImageBadge({ version: { available } }: { version: WindowsVersion }) {
  const { versions: m } = say(adminInstallTexts);
  return (
    <Badge tone={available ? 'success' : 'neutral'} icon={available ? CircleCheck : CircleOff}>
      {available ? m.available : m.unavailable}
    </Badge>
  );
}

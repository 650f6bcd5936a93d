import type { WindowsVersion } from '@casement/proto/http/windows-versions.js';
import { useQuery } from '@tanstack/react-query';
import { AppWindow, HardDrive, Plus } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { RowActions } from '@/components/ui/table/row-actions.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { usePlaceDialog, useRowDialog } from '@/lib/navigation/history-state.js';
import { withToast } from '@/lib/toast/with-toast.js';
import { adminInstallMessages } from '@/messages/admin/admin-installs.js';
import { windowsImageMessages } from '@/messages/admin/windows-images.js';
import { commonMessages } from '@/messages/common.js';
import { useDeleteWindowsVersion, adminWindowsVersionsQuery } from './api.js';
import { CertificationBadge } from './certification-badge.js';
import { ImageBadge } from './image-badge.js';
import { useImageWatch } from './use-image-watch.js';

const WindowsVersionDialog = lazyDialog(() => import('./windows-version-dialog.js'));
const WindowsImageDialog = lazyDialog(() => import('./windows-image-dialog.js'));
const BuildImageDialog = lazyDialog(() => import('./build-image-dialog.js'));
const ImportImageDialog = lazyDialog(() => import('./import-image-dialog.js'));

/** The Windows versions that customers choose from. */
export function WindowsVersions({ title, failed }: { title: string; failed: string }) {
  const { versions: m, deleteFailed } = t(adminInstallMessages);
  const im = t(windowsImageMessages);
  const { pleaseTryAgain } = t(commonMessages);
  const versions = useQuery(adminWindowsVersionsQuery);
  const { source, onPage } = useLocalPage('versions', versions);
  const remove = useDeleteWindowsVersion();
  const images = useImageWatch();
  const adding = usePlaceDialog('version');
  const editing = useRowDialog('edit-version', versions.data);
  const looking = useRowDialog('image', versions.data);
  const importing = useRowDialog('import', versions.data);
  const building = useRowDialog('build', versions.data);
  const imageOf = ({ id }: WindowsVersion) =>
    images.data?.find(({ windows_version_id }) => windows_version_id === id);
  const shown = looking.row && imageOf(looking.row);

  const confirmDelete = ({ id, name }: WindowsVersion) => {
    if (!window.confirm(m.confirmDelete(name))) return;
    const done = () => ({ title: m.deletedToast });
    void withToast(remove.mutateAsync(id), { done, failed: deleteFailed });
  };
  const addButton = (
    <Button variant="primary" size="sm" onClick={() => adding.open(true)}>
      <Plus className="ic ic-sm" />
      {m.add}
    </Button>
  );

  const badges = (version: WindowsVersion) => (
    <>
      <ImageBadge image={imageOf(version)} available={version.available} />
      <CertificationBadge image={imageOf(version)} />
    </>
  );
  const columns: Column<WindowsVersion>[] = [
    { head: m.name, className: 'w-full font-[560]', cell: ({ name }) => name },
    { head: m.slug, className: 'mono', cell: ({ slug }) => slug },
    { head: m.image, cell: (version) => <span className="flex gap-1">{badges(version)}</span> },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ];
  return (
    <>
      <SectionHead title={title}>{addButton}</SectionHead>
      {images.isLoadingError && (
        <div className="mb-4">
          <QueryError query={images} title={im.loadFailed} />
        </div>
      )}
      <DataTable
        label={title}
        source={source}
        onPage={onPage}
        columns={columns}
        rowKey={({ id }) => id}
        item={(version) => ({
          title: version.name,
          aside: <span className="flex flex-wrap gap-1">{badges(version)}</span>,
          text: <span className="mono">{version.slug}</span>,
        })}
        actions={(version) => (
          <>
            {imageOf(version) && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={im.manageOf(version.name)}
                onClick={() => looking.open(version)}
              >
                <HardDrive className="ic ic-sm" />
                {im.manage}
              </Button>
            )}
            <RowActions
              edit={m.edit}
              editOf={m.editOf(version.name)}
              deleteOf={m.deleteOf(version.name)}
              deleting={remove.isPending && remove.variables === version.id}
              onEdit={() => editing.open(version)}
              onDelete={() => confirmDelete(version)}
            />
          </>
        )}
        empty={{ icon: AppWindow, title: m.empty, help: m.emptyHelp, action: addButton }}
        failed={{ title: failed, help: pleaseTryAgain }}
      />
      {adding.of && <WindowsVersionDialog onClose={adding.close} />}
      {editing.row && <WindowsVersionDialog version={editing.row} onClose={editing.close} />}
      {looking.row && shown && !importing.row && !building.row && (
        <WindowsImageDialog
          image={shown}
          onImport={() => looking.row && importing.open(looking.row)}
          onBuild={() => looking.row && building.open(looking.row)}
          onClose={looking.close}
        />
      )}
      {building.row && <BuildImageDialog version={building.row} onClose={building.close} />}
      {importing.row && <ImportImageDialog version={importing.row} onClose={importing.close} />}
    </>
  );
}

import type { WindowsImage } from '@casement/proto/http/install/windows/images.js';
import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import { useQuery } from '@tanstack/react-query';
import { AppWindow, HardDrive, Plus, BadgeCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { RowActions } from '@/components/ui/table/row-actions.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog, useRowDialog } from '@/lib/navigation/history-state.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { certificationMessages } from '@/messages/admin/windows/certification.js';
import { windowsImageMessages } from '@/messages/admin/windows/windows-images.js';
import { useDeleteWindowsVersion, adminWindowsVersionsQuery } from './api.js';
import { ImageBadge } from './image-badge.js';
import { useImageWatch } from './use-image-watch.js';

const WindowsVersionDialog = lazyDialog(() => import('./windows-version-dialog.js'));
const WindowsImageDialog = lazyDialog(() => import('./windows-image-dialog.js'));
const BuildImageDialog = lazyDialog(() => import('./build-image-dialog.js'));
const ImportImageDialog = lazyDialog(() => import('./import-image-dialog.js'));

export default function WindowsVersions() {
  const { sections, loadFailed } = t(adminMessages);
  const { versions: m, deleteFailed } = t(adminInstallMessages);
  const im = t(windowsImageMessages);
  const versions = useQuery(adminWindowsVersionsQuery);
  const { source, onPage } = useLocalPage('versions', versions);
  const remove = useDeleteWindowsVersion();
  const images = useImageWatch();
  const adding = useHistoryDialog('version');
  const editing = useRowDialog('edit-version', versions.data);
  const details = useRowDialog('image', versions.data);
  const importing = useRowDialog('import', versions.data);
  const building = useRowDialog('build', versions.data);
  const imageOf = ({ id }: WindowsVersion) =>
    images.data?.find(({ windows_version_id }) => windows_version_id === id);
  const shown = details.row && imageOf(details.row);

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
    { head: m.name, className: 'w-full font-[560]', cell: ({ name }) => name, list: 'title' },
    { head: m.slug, className: 'mono', cell: ({ slug }) => slug, list: 1 },
    {
      head: m.image,
      cell: (version) => <span className="flex flex-wrap gap-1">{badges(version)}</span>,
      list: 'aside',
    },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ];
  return (
    <>
      <SectionHead title={sections.windows}>{addButton}</SectionHead>
      {images.isLoadingError && (
        <div className="mb-4">
          <QueryError query={images} title={im.loadFailed} />
        </div>
      )}
      <DataTable
        label={sections.windows}
        source={source}
        onPage={onPage}
        columns={columns}
        rowKey={({ id }) => id}
        actions={(version) => (
          <>
            {imageOf(version) && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={im.manageOf(version.name)}
                onClick={() => details.open(version)}
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
        failed={loadFailed}
      />
      {adding.of && <WindowsVersionDialog onClose={adding.close} />}
      {editing.row && <WindowsVersionDialog version={editing.row} onClose={editing.close} />}
      {details.row && shown && !importing.row && !building.row && (
        <WindowsImageDialog
          image={shown}
          onImport={() => details.row && importing.open(details.row)}
          onBuild={() => details.row && building.open(details.row)}
          onClose={details.close}
        />
      )}
      {building.row && <BuildImageDialog version={building.row} onClose={building.close} />}
      {importing.row && <ImportImageDialog version={importing.row} onClose={importing.close} />}
    </>
  );
}

/** Empty if the version has no image. */
function CertificationBadge({ image }: { image?: WindowsImage | undefined }) {
  const { states } = t(certificationMessages);
  if (!image || image.state === 'none') return null;
  const verdict = image.certification?.verdict;
  const certified = verdict === 'certified';
  return (
    <Badge tone={certified ? 'success' : 'warning'} icon={certified ? BadgeCheck : TriangleAlert}>
      {states[verdict ?? 'none']}
    </Badge>
  );
}

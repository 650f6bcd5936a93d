import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { UseQueryResult } from '@tanstack/react-query';
import { AppWindow, HardDrive, Plus, Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { RowActions } from '@/components/ui/table/row-actions.js';
import { useLocalPage, type LocalList } from '@/components/ui/table/use-local-page.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog, useRowDialog } from '@/lib/navigation/history-state.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { windowsImageMessages } from '@/messages/admin/windows/windows-images.js';
import { useDeleteVersion, type Version, type VersionImage } from './api.js';
import { ImageBadge } from './image-badge.js';
import { versionTexts } from './version-texts.js';

const VersionDialog = lazyDialog(() => import('./version-dialog.js'));
const ImageDialog = lazyDialog(() => import('./image-dialog.js'));
const BuildImageDialog = lazyDialog(() => import('./build-image-dialog.js'));
const ImportImageDialog = lazyDialog(() => import('./import-image-dialog.js'));

/** Versions of one system and the dialogs for them and their images. */
export function VersionList<V extends Version>({
  kind,
  title,
  lead,
  versions,
  images,
  badge,
  column,
}: {
  kind: ImageKind;
  title: string;
  lead?: string;
  versions: LocalList<V>;
  images: UseQueryResult<VersionImage[]>;
  /** Shown after the state of the image. */
  badge: (version: V, image: VersionImage | undefined) => ReactNode;
  /** Last column. */
  column: Column<V>;
}) {
  const m = versionTexts(kind);
  const im = t(windowsImageMessages);
  const { source, onPage } = useLocalPage(`${kind}-versions`, versions);
  const remove = useDeleteVersion(kind);
  const adding = useHistoryDialog(`${kind}-version`);
  const editing = useRowDialog(`edit-${kind}-version`, versions.data);
  const details = useRowDialog(`${kind}-image`, versions.data);
  const importing = useRowDialog(`import-${kind}`, versions.data);
  const building = useRowDialog(`build-${kind}`, versions.data);
  const imageOf = ({ id }: Version) =>
    images.data?.find(({ windows_version_id }) => windows_version_id === id);
  const shown = details.row && imageOf(details.row);

  const confirmDelete = ({ id, name }: Version) => {
    if (!window.confirm(m.confirmDelete(name))) return;
    const done = () => ({ title: m.deletedToast });
    void withToast(remove.mutateAsync(id), { done, failed: im.deleteFailed });
  };
  const addButton = (
    <Button
      variant={kind === 'windows' ? 'primary' : 'outline'}
      size="sm"
      onClick={() => adding.open(true)}
    >
      <Plus className="ic ic-sm" />
      {m.add}
    </Button>
  );

  const columns: Column<V>[] = [
    { head: m.name, className: 'w-full font-[560]', cell: ({ name }) => name, list: 'title' },
    { head: m.slug, className: 'mono', cell: ({ slug }) => slug, list: 1 },
    {
      head: m.image,
      cell: (version) => (
        <span className="flex flex-wrap gap-1">
          <ImageBadge image={imageOf(version)} available={version.available} />
          {badge(version, imageOf(version))}
        </span>
      ),
      list: 'aside',
    },
    column,
  ];
  return (
    <>
      <SectionHead title={title} lead={lead} sub={kind === 'linux'}>
        {addButton}
      </SectionHead>
      {images.isLoadingError && versions.data && (
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
        empty={{
          icon: kind === 'linux' ? Terminal : AppWindow,
          title: m.empty,
          help: m.emptyHelp,
          action: addButton,
        }}
        failed={t(adminMessages).loadFailed}
      />
      {adding.of && <VersionDialog kind={kind} onClose={adding.close} />}
      {editing.row && <VersionDialog kind={kind} version={editing.row} onClose={editing.close} />}
      {details.row && shown && !importing.row && !building.row && (
        <ImageDialog
          kind={kind}
          image={shown}
          onImport={() => details.row && importing.open(details.row)}
          onBuild={() => details.row && building.open(details.row)}
          onClose={details.close}
        />
      )}
      {building.row && <BuildImageDialog version={building.row} onClose={building.close} />}
      {importing.row && (
        <ImportImageDialog kind={kind} version={importing.row} onClose={importing.close} />
      )}
    </>
  );
}

import type { AdminLinuxVersion } from '@casement/proto/http/install/linux.js';
import { EyeOff } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import type { Column } from '@/components/ui/table/data-table.js';
import { t } from '@/messages/i18n.js';
import { linuxVersionMessages } from '@/messages/admin/windows/linux-versions.js';
import { windowsImageMessages } from '@/messages/admin/windows/windows-images.js';
import { adminLinuxVersionsQuery } from './api.js';
import { firmwareText } from './firmware-text.js';
import { useImageWatch } from './use-image-watch.js';
import { VersionList } from './version-list.js';

const toRow = (version: AdminLinuxVersion) => ({
  ...version,
  id: version.windows_version_id,
  available: version.state === 'ready',
});

/** Linux versions. Unlike Windows versions they arrive together with their images. */
export function LinuxVersions() {
  const m = t(linuxVersionMessages);
  const images = useImageWatch(adminLinuxVersionsQuery);
  const firmware: Column<ReturnType<typeof toRow>> = {
    head: t(windowsImageMessages).firmware,
    className: 'text-muted-foreground',
    cell: (version) => firmwareText(version.firmware),
    list: 1,
  };
  return (
    <VersionList
      kind="linux"
      title={m.title}
      lead={m.lead}
      versions={{ ...images, data: images.data?.map(toRow) }}
      images={images}
      badge={({ enabled }) =>
        !enabled && (
          <Badge tone="neutral" icon={EyeOff}>
            {m.notOffered}
          </Badge>
        )
      }
      column={firmware}
    />
  );
}

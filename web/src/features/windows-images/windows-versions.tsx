import type { WindowsImage } from '@casement/proto/http/install/windows/images.js';
import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import type { Column } from '@/components/ui/table/data-table.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { certificationMessages } from '@/messages/admin/windows/certification.js';
import { adminWindowsVersionsQuery, windowsImagesQuery } from './api.js';
import { useImageWatch } from './use-image-watch.js';
import { VersionList } from './version-list.js';

export default function WindowsVersions() {
  const { versions: m } = t(adminInstallMessages);
  const versions = useQuery(adminWindowsVersionsQuery);
  const images = useImageWatch(windowsImagesQuery);
  const created: Column<WindowsVersion> = {
    head: m.created,
    className: 'text-muted-foreground',
    cell: ({ created_at }) => formatDateTime(created_at),
  };
  return (
    <VersionList
      kind="windows"
      title={t(adminMessages).sections.windows}
      versions={versions}
      images={images}
      badge={(_, image) => <CertificationBadge image={image} />}
      column={created}
    />
  );
}

/** Empty if the version has no image. */
function CertificationBadge({ image }: { image: WindowsImage | undefined }) {
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

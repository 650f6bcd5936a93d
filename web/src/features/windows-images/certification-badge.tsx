import type { WindowsImage } from '@casement/proto/http/images.js';
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { t } from '@/lib/i18n/messages.js';
import { certificationMessages } from '@/messages/admin/certification.js';

/** Whether the image was certified; nothing where there is no image. */
export function CertificationBadge({ image }: { image?: WindowsImage | undefined }) {
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

import type { ImageState, WindowsImage } from '@casement/proto/http/install/windows/images.js';
import {
  CircleCheck,
  CircleHelp,
  CircleOff,
  CircleX,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { formatPercent } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { windowsImageMessages } from '@/messages/admin/windows/windows-images.js';
import { isJobActive } from './api.js';

const STYLES: Record<ImageState, [Tone, LucideIcon]> = {
  none: ['neutral', CircleOff],
  ready: ['success', CircleCheck],
  damaged: ['danger', CircleX],
  missing: ['danger', CircleX],
  unknown: ['warning', CircleHelp],
};

export function ImageBadge({ image, available }: { image?: WindowsImage; available: boolean }) {
  const m = t(windowsImageMessages);
  const job = image?.job ?? null;
  if (isJobActive(job)) {
    const step = job.step ? m.steps[job.step] : m.waiting;
    const percent = job.percent === null ? '' : ` ${formatPercent(job.percent)}`;
    return (
      <Badge tone="active" icon={LoaderCircle} spin={job.status === 'running'}>
        {step}
        {percent}
      </Badge>
    );
  }
  const state = image?.state ?? (available ? 'ready' : 'none');
  const [tone, icon] = STYLES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {m.states[state]}
    </Badge>
  );
}

import type { InstallHour } from '@casement/proto/http/install/install.js';
import { stopOf } from '@/lib/installs/phases.js';

export const sumOf = (hours: InstallHour[], key: 'started' | 'completed' | 'failed'): number =>
  hours.reduce((sum, hour) => sum + hour[key], 0);

/** Lists each distinct stopping point of failed installs, such as `43 %, Checking`. */
export const stopsOf = ({ stopped }: InstallHour): string =>
  [...new Set(stopped.map(stopOf))].filter(Boolean).join(', ');

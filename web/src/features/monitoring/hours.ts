import type { InstallHour } from '@casement/proto/http/install/monitoring.js';
import { failurePointOf } from '@/lib/installs/phases.js';

export const sumOf = (hours: InstallHour[], key: 'started' | 'completed' | 'failed'): number =>
  hours.reduce((sum, hour) => sum + hour[key], 0);

/** Lists each distinct stopping point of failed installs, such as `43 %, Checking`. */
export const failurePointsOf = ({ stopped }: InstallHour): string =>
  [...new Set(stopped.map(failurePointOf))].filter(Boolean).join(', ');

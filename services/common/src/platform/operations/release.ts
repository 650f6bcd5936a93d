import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Which build answers, where and since when. All parts of a release have one version. */
export const release = {
  version,
  /** In Kubernetes the pod's name. */
  replica: `${hostname()}/${process.pid}`,
  startedAt: new Date(Date.now() - process.uptime() * 1_000),
} as const;

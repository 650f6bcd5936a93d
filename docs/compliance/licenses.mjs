// Writes licenses.md from package-lock.json. Run `make licenses` after a change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs';

/** Licences that npm does not copy to the lock file, read from each package's own files. */
const READ_BY_HAND = {
  buildcheck: 'MIT',
  busboy: 'MIT',
  'cpu-features': 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  'png-js': 'MIT',
  ssh2: 'MIT',
  streamsearch: 'MIT',
};

const INTRODUCTION = `# Licences of dependencies

The npm packages that run in production, by licence (\`make licenses\`; \`licenses.spec.ts\` refuses an outdated page and
licences that are not on its list of accepted ones). \`make sbom\` lists each version with its hash in CycloneDX format.

LGPL applies to libvips, which sharp loads as a shared library and which can be replaced by another build.

The RAM stage also contains unmodified Debian programs
([packages.txt](../../services/install/engine/toolkit/packages.txt)), most of them under the GPL (busybox, GRUB,
kexec-tools, kmod, ntfs-3g, util-linux, zstd). Debian's \`/usr/share/doc/<package>/copyright\` has each licence, and
\`apt-get source\` its source. Anyone who distributes the built toolkit must offer that source. Windows and virtio-win
drivers are not part of Casement.

The container images start from Node's images of Debian; install's adds qemu-utils (GPL-2.0), xz-utils (public domain and
GPL-2.0-or-later) and zstd (BSD-3-Clause). compose and the chart start images of others, unchanged: Kong (Apache-2.0)
and, in compose only, nats-server (Apache-2.0), PostgreSQL (PostgreSQL License) and the optional Mailpit (MIT),
Prometheus (Apache-2.0) and Grafana (AGPL-3.0).
`;

/** @returns names of production packages by licence expression, e.g. `{ MIT: ['accepts', …] }` */
export function packagesByLicense(lock) {
  const groups = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1);
    if (!path.includes('node_modules/') || entry.link || entry.dev || entry.devOptional) continue;
    const license = entry.license ?? READ_BY_HAND[name] ?? 'unknown';
    groups.set(license, (groups.get(license) ?? new Set()).add(name));
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function licensesPage(lock) {
  const sections = [...packagesByLicense(lock)].map(
    ([license, names]) => `## ${license}\n\n${[...names].sort().join(', ')}\n`,
  );
  return [INTRODUCTION, ...sections].join('\n');
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const lock = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  );
  writeFileSync(new URL('licenses.md', import.meta.url), licensesPage(lock));
}

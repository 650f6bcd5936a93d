import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeManifest, isData } from '@casement/windows-image/store/manifest.js';
import { SimulatedVps } from '@casement/install/testing/simulated-vps.js';
import { makeTestToolkit } from '@casement/install/testing/test-image.js';

const { RUN_FILE = '' } = process.env;
const FOLDER = dirname(RUN_FILE);

/** Toolkit that simulated VPSs use in place of the RAM stage's programs. */
export const writeTestToolkit = (): Promise<void> => makeTestToolkit(join(FOLDER, 'toolkit'));

/**
 * Returns the chunk hashes of an imported image.
 * @param sha256 hash of the image's manifest
 */
export function chunksOf(sha256: string): string[] {
  const file = join(FOLDER, 'images', 'manifests', `${sha256}.json`);
  const manifest = decodeManifest(readFileSync(file), sha256);
  return (manifest?.chunks ?? []).filter(isData).map(({ zstd }) => zstd);
}

/** Starts simulated VPSs (processes, not virtual machines) at these addresses, all with the same root password. */
export async function startVpss(hosts: readonly string[], password: string, chunks: string[]) {
  const vpss = hosts.map((host) => new SimulatedVps({ host, port: 22, password, chunks }));
  for (const vps of vpss) await vps.start();
  return { close: () => Promise.all(vpss.map((vps) => vps.cutPower())) };
}

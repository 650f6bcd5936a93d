import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeManifest, isData } from '@casement/windows-image/store/manifest.js';
import { SimulatedVps } from '../../../services/install/test/simulator/simulated-vps.js';
import { makeTestToolkit } from '../../../services/install/test/simulator/test-image.js';

const { RUN_FILE = '' } = process.env;
const FOLDER = dirname(RUN_FILE);

/** What the simulated VPSs take in place of the RAM stage's programs. */
export const putToolkit = (): Promise<void> => makeTestToolkit(join(FOLDER, 'toolkit'));

/** The chunks of an image that was imported. @param sha256 of its manifest */
export function chunksOf(sha256: string): string[] {
  const file = join(FOLDER, 'images', 'manifests', `${sha256}.json`);
  const manifest = decodeManifest(readFileSync(file), sha256);
  return (manifest?.chunks ?? []).filter(isData).map(({ zstd }) => zstd);
}

/** VPSs without machines at these addresses, all with this root password. */
export async function startVpss(hosts: readonly string[], password: string, chunks: string[]) {
  const vpss = hosts.map((host) => new SimulatedVps({ host, port: 22, password, chunks }));
  for (const vps of vpss) await vps.start();
  return { close: () => Promise.all(vpss.map((vps) => vps.cutPower())) };
}

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { decodeManifest, isData } from '../../../services/install/src/engine/image/manifest.js';
import { SimulatedVps } from '../../../services/install/test/simulator/simulated-vps.js';
import { makeTestToolkit } from '../../../services/install/test/simulator/test-image.js';

const { RUN_FILE = '' } = process.env;
const FOLDER = dirname(RUN_FILE);

/** What the simulated VPSs take in place of the RAM stage's programs. */
export const putToolkit = (): Promise<void> => makeTestToolkit(join(FOLDER, 'toolkit'));

/** The chunks of every image that was imported. */
export function importedChunks(): string[] {
  const folder = join(FOLDER, 'images', 'manifests');
  return readdirSync(folder).flatMap((name) => {
    const manifest = decodeManifest(readFileSync(join(folder, name)), parse(name).name);
    return (manifest?.chunks ?? []).filter(isData).map(({ zstd }) => zstd);
  });
}

/** VPSs without machines at these addresses, all with this root password. */
export async function startVpss(hosts: readonly string[], password: string, chunks: string[]) {
  const vpss = hosts.map((host) => new SimulatedVps({ host, port: 22, password, chunks }));
  for (const vps of vpss) await vps.start();
  return { close: () => Promise.all(vpss.map((vps) => vps.cutPower())) };
}

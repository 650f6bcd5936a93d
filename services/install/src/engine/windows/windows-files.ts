import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NetworkPlan } from '../network-plan.js';
import type { ArchiveFile } from '../stage/cpio.js';
import { networkFile } from './network-file.js';
import { tarArchive } from './tar.js';
import { strongPassword, unattendXml } from './unattend.js';

export interface WindowsConfiguration {
  rdpPassword: string;
  rdpPort: number;
  network: NetworkPlan;
  /** Where Windows says that it is up, and with what token. */
  upUrl: string;
  upToken: string;
}

const SCRIPTS = 'Windows/Setup/Scripts';
const templates = join(import.meta.dirname, '..', '..', '..', 'windows');

/** The files that a generalised Windows is given before its first start, by their path on C:. */
export async function windowsFiles(configuration: WindowsConfiguration): Promise<ArchiveFile[]> {
  const { rdpPassword, rdpPort, network, upUrl, upToken } = configuration;
  const script = async (name: string) => crlf(await readFile(join(templates, name), 'utf8'));
  const setup = fill(await script('SetupComplete.cmd'), {
    UP_URL: batchSafe(upUrl),
    UP_TOKEN: batchSafe(upToken),
    RDP_PORT: batchSafe(String(rdpPort)),
  });
  const file = (path: string, content: string): ArchiveFile => ({
    path,
    content: Buffer.from(content, 'utf8'),
    mode: 0o600,
  });
  return [
    // The customer may choose what Windows refuses at this point; SetupComplete.cmd sets that one.
    file('Windows/Panther/unattend.xml', crlf(unattendXml(strongPassword()))),
    file(`${SCRIPTS}/SetupComplete.cmd`, setup),
    file(`${SCRIPTS}/casement/password.b64`, Buffer.from(rdpPassword, 'utf8').toString('base64')),
    file(`${SCRIPTS}/casement/network.txt`, networkFile(network, rdpPort)),
    ...(await Promise.all(
      ['password.ps1', 'network.ps1', 'extend.ps1', 'up.ps1'].map(async (name) =>
        file(`${SCRIPTS}/casement/${name}`, await script(name)),
      ),
    )),
  ];
}

/** The files as one archive, first a list of their hashes for the stage to check what it wrote. */
export async function windowsArchive(configuration: WindowsConfiguration): Promise<Buffer> {
  const files = await windowsFiles(configuration);
  const list = files.map(({ path, content }) => {
    return `${createHash('sha256').update(content).digest('hex')}  ${path}\n`;
  });
  return tarArchive([
    { path: 'files.sha256', content: Buffer.from(list.join('')), mode: 0o600 },
    ...files,
  ]);
}

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]);

/** What may stand bare behind `set NAME=`: nothing that a batch file would take for its own. */
function batchSafe(value: string): string {
  if (!/^[0-9A-Za-z.:/_-]+$/.test(value)) throw new Error('not a value for a batch file');
  return value;
}

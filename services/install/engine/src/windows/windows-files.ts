import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { NetworkPlan } from '../machine/network-plan.js';
import type { ArchiveFile } from '../archives/cpio.js';
import { tarArchive } from '../archives/tar.js';
import { crlf } from '../scripts.js';
import { answerFileName, settingsFile, type WindowsSettings } from './settings.js';
import { strongPassword, unattendXml } from './unattend.js';

export interface WindowsConfiguration {
  /** Generalized by sysprep, or already set up (ImageState COMPLETE), in which case no setup reads an answer file. */
  image: 'generalised' | 'configured';
  /** Language of the image itself, for the pages that the answer file skips; US English if unknown. */
  language?: string;
  rdpPassword: string;
  rdpPort: number;
  network: NetworkPlan;
  /** Settings other than password and network. If absent, the image's settings stay. */
  settings?: WindowsSettings;
  upUrl: string;
  upToken: string;
  /** Set only for certification: Windows also reports its settings. */
  facts?: boolean;
  /** Whether the disk has a boot guard, which Windows tells that it started and later removes. */
  guard?: boolean;
}

const SETUP = 'Windows/Setup/Scripts';
const POLICY = 'Windows/System32/GroupPolicy';
const STARTUP = `${POLICY}/Machine/Scripts/Startup`;
const SCRIPTS = ['network.ps1', 'lockout.ps1', 'password.ps1', 'extend.ps1', 'up.ps1'];
const templates = join(import.meta.dirname, '..', '..', 'windows');

/** Returns the files for Windows before its first start, by path on C:. */
export async function windowsFiles(configuration: WindowsConfiguration): Promise<ArchiveFile[]> {
  const { image, language, settings, guard } = configuration;
  if (image === 'generalised') {
    const computerName = settings && answerFileName(settings);
    return [
      // Windows could reject the customer's password here, so SetupComplete.cmd sets it later.
      file(
        'Windows/Panther/unattend.xml',
        crlf(unattendXml(strongPassword(), { computerName, guard, language })),
      ),
      ...(await scripts(configuration, SETUP, 'SetupComplete.cmd')),
    ];
  }
  return [
    ...(await scripts(configuration, STARTUP, 'casement.cmd')),
    // The stage saves the originals in casement\; the scripts restore them.
    file(`${POLICY}/Machine/Scripts/scripts.ini`, crlf(STARTUP_SCRIPTS)),
    file(`${POLICY}/gpt.ini`, crlf(POLICY_LIST)),
  ];
}

/** Returns the batch file under the name that Windows expects, and its dependencies. */
async function scripts(
  {
    image,
    rdpPassword,
    rdpPort,
    network,
    settings,
    upUrl,
    upToken,
    facts,
    guard,
  }: WindowsConfiguration,
  folder: string,
  name: string,
): Promise<ArchiveFile[]> {
  // The script's file in Windows begins with a byte order mark, and a second one would be part of the first command.
  const ownScript = settings?.script?.replace(/^\uFEFF+/, '');
  const afterProof = { licence: settings?.productKey, script: ownScript };
  const waiting = Object.entries(afterProof).flatMap(([name, secret]) =>
    secret ? [file(`${folder}/casement/${name}.b64`, base64(secret))] : [],
  );
  const script = async (name: string) => crlf(await readFile(join(templates, name), 'utf8'));
  const setup = fill(await script('setup.cmd'), {
    UP_URL: batchSafe(upUrl),
    UP_TOKEN: batchSafe(upToken),
    RDP_PORT: batchSafe(String(rdpPort)),
    RDP_FROM: batchSafe(settings?.networks?.join(',') ?? 'any'),
    IMAGE: image,
  });
  return [
    file(`${folder}/${name}`, setup),
    file(`${folder}/casement/password.b64`, base64(rdpPassword)),
    file(`${folder}/casement/network.txt`, networkFile(network, rdpPort)),
    ...(settings ? [file(`${folder}/casement/settings.txt`, settingsFile(settings))] : []),
    ...(settings?.account
      ? [file(`${folder}/casement/account.b64`, base64(settings.account.password))]
      : []),
    ...waiting,
    ...(await Promise.all(
      [
        ...SCRIPTS,
        ...(settings ? ['settings.ps1'] : []),
        ...(waiting.length > 0 ? ['after-proof.ps1'] : []),
        ...(facts ? ['facts.ps1'] : []),
        ...(guard ? ['guard.ps1'] : []),
      ].map(async (name) => file(`${folder}/casement/${name}`, await script(name))),
    )),
  ];
}

/** Start-up scripts of the local policy. The name is relative to Startup. */
const STARTUP_SCRIPTS = `[Startup]
0CmdLine=casement.cmd
0Parameters=
`;

/**
 * Names the script extension. The version must be new to Windows because known versions are skipped; its lower 16
 * bits are the version of the machine policy.
 */
const POLICY_LIST = `[General]
gPCFunctionalityVersion=2
gPCMachineExtensionNames=[{42B5FAAE-6536-11D2-AE5A-0000F87571E3}{40B6664F-4972-11D1-A7CA-0000F87571E3}]
Version=51966
`;

const file = (path: string, content: string): ArchiveFile => ({
  path,
  content: Buffer.from(content, 'utf8'),
  mode: 0o600,
});

/** Builds an archive of the files, preceded by their hashes, which the stage verifies after writing. */
export async function windowsArchive(configuration: WindowsConfiguration): Promise<Buffer> {
  const files = await windowsFiles(configuration);
  const list = files.map(({ path, content }) => {
    return `${sha256Hex(content)}  ${path}\n`;
  });
  return tarArchive([
    { path: 'files.sha256', content: Buffer.from(list.join('')), mode: 0o600 },
    ...files,
  ]);
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** Rejects characters that a batch file would interpret after `set NAME=`. */
function batchSafe(value: string): string {
  if (!/^[0-9A-Za-z.:/,_[\]-]+$/.test(value)) throw new Error('not a value for a batch file');
  return value;
}

/** Returns the KEY=VALUE lines that network.ps1 applies by MAC at Windows' first start. */
export function networkFile(plan: NetworkPlan, rdpPort: number): string {
  const lines = {
    MAC: plan.mac,
    MODE: plan.mode,
    ADDRESS: plan.addresses.join(','),
    GATEWAY: plan.gateway,
    ONLINK: yesNo(plan.onlink),
    DNS: plan.dns.join(','),
    DNS_CHOSEN: yesNo(plan.dnsChosen ?? false),
    IPV6: plan.ipv6 === undefined ? '' : yesNo(plan.ipv6),
    IPV6_ADDRESS: plan.ipv6Addresses.join(','),
    IPV6_GATEWAY: plan.ipv6Gateway ?? '',
    IPV6_ONLINK: yesNo(plan.ipv6Onlink),
    IPV6_FROM_MAC: yesNo(plan.ipv6FromMac),
    MTU: String(plan.mtu),
    RDP_PORT: String(rdpPort),
  };
  return Object.entries(lines)
    .map(([key, value]) => `${key}=${networkSafe(value)}\r\n`)
    .join('');
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/**
 * Allows only characters of network addresses, because the values come from the VPS and are read by a script in
 * Windows.
 */
function networkSafe(value: string): string {
  if (!/^[0-9A-Za-z.:/,%-]*$/.test(value)) throw new Error(`not a network value: ${value}`);
  return value;
}

import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { importRawImage } from '@casement/windows-image/import/import-raw.js';
import {
  ConfiguredOrigins,
  NO_ORIGINS,
  type ChunkOrigins,
} from '@casement/windows-image/origins/chunk-origins.js';
import { imageOrigins } from '@casement/windows-image/origins/origin-settings.js';
import { newLinuxAccess, type LinuxAccess } from '@casement/install-engine/linux/linux-access.js';
import { publicKeyOf } from '@casement/proto/http/install/linux.js';
import { openPrivateKey } from '@casement/install-engine/ssh/private-key.js';
import { loadToolkit } from '@casement/install-engine/stage/toolkit.js';
import { windowsSettings } from '@casement/install-engine/windows/settings.js';
import { runConversion, type Conversion, type Converted, type SecondSystem } from './conversion.js';
import { importFile } from './import-file.js';
import { settingsWith } from './limits.js';
import { helpText, readOptions, type ConvertOptions } from './options.js';

async function keyOf({ key, passphrase }: ConvertOptions): Promise<string | null> {
  if (key === undefined) return null;
  const opened = await openPrivateKey(await readFile(key, 'utf8'), passphrase);
  if ('problem' in opened) throw new Error(`--key: ${opened.problem}`);
  return opened.key;
}

async function linuxAccessOf(options: ConvertOptions): Promise<LinuxAccess | null> {
  const file = options['linux-key'];
  if (file === undefined) return options.linux ? newLinuxAccess(options.rootPassword, '') : null;
  const key = publicKeyOf(await readFile(file, 'utf8'));
  if (key === null) throw new Error('--linux-key: no public key');
  return newLinuxAccess('', key);
}

async function secondSystem(
  options: ConvertOptions,
  images: FolderChunkStore,
): Promise<{ again?: SecondSystem }> {
  if (options.again === undefined) return {};
  const linux = await linuxAccessOf(options);
  if (!linux)
    return { again: { imageSha256: (await importRawImage(options.again, images)).sha256 } };
  const { sha256 } = await importFile(options.again, images, {
    kind: 'linux',
    maxSize: (await stat(options.again)).size,
    folder: await mkdtemp(join(tmpdir(), 'casement-linux-')),
  });
  return { again: { imageSha256: sha256, linux } };
}

/** Assumes that all origins have a copy of the image. */
async function originsOf({ origins }: ConvertOptions): Promise<ChunkOrigins> {
  if (origins === undefined) return NO_ORIGINS;
  const listed = imageOrigins.parse(await readFile(origins, 'utf8'));
  const names = new Set(listed.map(({ name }) => name));
  return new ConfiguredOrigins(listed, () => Promise.resolve(names));
}

function windowsOf({ 'windows-options': options }: ConvertOptions): Conversion['windows'] {
  if (!options) return undefined;
  const { account_password, product_key, script, ...choices } = options;
  const secrets = {
    accountPassword: account_password ?? null,
    productKey: product_key ?? null,
    script: script ?? null,
  };
  return (linux) => windowsSettings(linux, choices, secrets, []);
}

async function convert(options: ConvertOptions): Promise<Converted> {
  const images = new FolderChunkStore(options.store);
  const toolkit = await loadToolkit(options.toolkit);
  const { sha256: imageSha256 } = await importRawImage(options.image, images, {
    handshakeOnly: options['handshake-only'],
  });
  const converted = await runConversion({
    images,
    origins: await originsOf(options),
    toolkit,
    imageSha256,
    ...(await secondSystem(options, images)),
    settings: settingsWith(options.limit),
    host: options.host,
    port: options.port,
    ssh: { port: options['ssh-port'] ?? options.port, user: options.user },
    boot: options.boot,
    guard: options.guard,
    orders: options.order,
    allowed: options.allow,
    listen: options.listen,
    agentUrl: options['agent-url'],
    credentials: { password: options.rootPassword, key: await keyOf(options) },
    rdpPassword: options.rdpPassword,
    windows: windowsOf(options),
  });
  if (options.report) {
    const report = { ...converted, phases: Object.fromEntries(converted.phases) };
    await writeFile(options.report, `${JSON.stringify(report, null, 2)}\n`);
  }
  return converted;
}

function conclude({ state, recovery }: Converted): number {
  if (recovery && state.status !== 'completed') {
    console.log(`recovery system: ${recovery.starts} starts of Windows, guard ${recovery.guard}`);
    return 1;
  }
  const { status, failure, restored, lastAnswer, rdp, linux } = state;
  if (status === 'completed') {
    console.log(`completed: ${linux?.proof ?? rdp?.proof ?? 'unproven'} (${lastAnswer})`);
    return 0;
  }
  console.log(`${status}: ${failure?.code}: ${failure?.message} ${failure?.cure}`);
  if (failure?.detail) console.log(`detail: ${failure.detail}`);
  if (restored?.linux && restored.clean) console.log('The VPS is Linux; nothing of ours is on it.');
  else if (restored) console.log(`May remain on the VPS: ${restored.left.join(', ') || 'nothing'}`);
  return 1;
}

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') console.log(helpText);
  else process.exitCode = conclude(await convert(options));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

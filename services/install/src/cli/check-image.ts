import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { loadConfig } from '@casement/common/config/load-config.js';
import { createDataSource } from '@casement/common/database/data-source.js';
import { Database } from '@casement/common/database/database.js';
import { InstallConfig } from '../config.js';
import { checkContract, type ContractCheck } from '../engine/image/contract/check-contract.js';
import { checkImageFile } from '../engine/image/contract/contract-disk.js';
import { chunkDisk } from '../engine/image/contract/disk-reader.js';
import { UNKNOWABLE } from '../engine/image/contract/findings.js';
import { ImageRefused } from '../engine/image/image-failures.js';
import { imageStore } from '../folders.js';
import { WindowsVersionEntity } from '../windows-versions/windows-version.entity.js';
import { WindowsVersionsRepository } from '../windows-versions/windows-versions.repository.js';
import { printFindings } from './findings.js';

const USAGE = `usage: check-image FILE [--json]           a file: raw, VHD or QCOW2, bare or compressed
       check-image --slug SLUG [--json]    the image of a Windows version
Holds an image against the contract of deploy/docs/images.md. Ends with 0 where nothing is refused, with 1 where
something is, with 2 where the image cannot be read.`;

/** The largest file that is looked into. */
const LARGEST = 1024 * 2 ** 30;
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { slug: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (Boolean(file) === Boolean(values.slug)) throw new Error(USAGE);
  const { findings, drivers } = file
    ? await checkImageFile(file, LARGEST)
    : await checkVersion(values.slug!);
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ findings, drivers, unknown: UNKNOWABLE })}\n`);
  } else printFindings(findings);
  return findings.some(({ result }) => result === 'refused') ? 1 : 0;
}

async function checkVersion(slug: string): Promise<ContractCheck> {
  const config = loadConfig(InstallConfig, process.env);
  const source = await createDataSource({
    url: config.DATABASE_URL,
    applicationName: 'check-image',
    entities: [WindowsVersionEntity],
  }).initialize();
  try {
    const version = await new WindowsVersionsRepository(new Database(source)).findBySlug(slug);
    const image = version?.manifestSha256 ?? version?.withdrawnManifestSha256;
    if (!image) throw new Error(`There is no image of a Windows version ${slug}.`);
    const store = imageStore(config);
    const manifest = await store.readManifest(image);
    if (!manifest) throw new ImageRefused('MANIFEST_UNREADABLE');
    return await checkContract(chunkDisk(manifest, store));
  } finally {
    await source.destroy();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const cure = error instanceof ImageRefused ? ` ${error.cure}` : '';
  process.stderr.write(`${text}${cure}\n`);
  process.exitCode = 2;
}

import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  featuresOf,
  processorFeatures,
  windowsVersionRequest,
} from '@casement/proto/http/install/windows/windows-versions.js';
import { imageKind } from '@casement/proto/http/install/linux.js';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { InstallConfig } from '../config.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { ImportedImage } from '@casement/windows-image/import/import-raw.js';
import { imageStore, importTempFolder, maxImageBytes } from '../image-store/image-store.js';
import { commandJobEntities, runCommandJob } from '../image-jobs/command-job.js';
import { CommandVersions } from '../windows-versions/command-versions.js';
import { importFile } from './import-file.js';
import { readReport, requireReportOf } from './report-file.js';
import { readSize } from './size.js';

const USAGE = `usage: import-image FILE --slug SLUG --name NAME [--min-memory SIZE] [--min-disk SIZE] [--sha256 HASH] [--handshake-only]
                    [--processor FEATURES] [--report FILE.json] [--kind linux]
FILE is raw, VHD or QCOW2, optionally compressed with gzip, xz or zstd. Sizes are like 512M or 4G.
--handshake-only: for a Windows without Network Level Authentication; installs end without a password check
--processor: processor features that Windows needs, named as in /proc/cpuinfo and separated by commas (sse4_2,popcnt), or
  none; default: those of its build (Windows 11 24H2 and Server 2025: sse4_2,popcnt)
--report: report of certify-image for this image; the version then shows whether it is certified
--kind linux: a generic cloud image of Linux with cloud-init, offered to machines in the recovery system`;

/**
 * Imports a disk image and makes it a Windows or Linux version that customers can choose. Re-importing replaces the
 * image, but active installs keep the previous one.
 */
async function main(): Promise<void> {
  const request = await readRequest();
  const config = loadConfig(InstallConfig, process.env);
  const source = await createDataSource({
    url: config.DATABASE_URL,
    applicationName: 'import-image',
    entities: [...commandJobEntities, ...CommandVersions.entities],
  }).initialize();
  try {
    const db = new Database(source);
    const versions = new CommandVersions(db);
    const { kind, name, slug, report } = request;
    const { sha256, manifest } = await runCommandJob(
      db,
      config.INSTALL_LEASE_SECONDS,
      request.file,
      {
        work: async (signal) => {
          const image = await importRequested(request, config, signal);
          if (report) requireReportOf(report, image.sha256);
          return image;
        },
        store: async (tx, image) => {
          await versions.upsert(tx, { kind, name, slug, manifestSha256: image.sha256 });
          if (report) await versions.storeReport(report, tx);
        },
      },
    );
    const size = Math.round(manifest.rawSize / 2 ** 20);
    process.stdout.write(`\n${name} (${slug}): ${size} MiB, manifest ${sha256}\n`);
    if (report) process.stdout.write(`${report.verdict}, ${report.finished_at}\n`);
  } finally {
    await source.destroy();
  }
}

async function readRequest() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      slug: { type: 'string' },
      name: { type: 'string' },
      'min-memory': { type: 'string' },
      'min-disk': { type: 'string' },
      sha256: { type: 'string' },
      'handshake-only': { type: 'boolean', default: false },
      processor: { type: 'string' },
      report: { type: 'string' },
      kind: { type: 'string', default: 'windows' },
    },
  });
  const [file] = positionals;
  if (!file) throw new Error(USAGE);
  // Uses the same validation rules as the administrators' form.
  const version = windowsVersionRequest.safeParse({ name: values.name, slug: values.slug });
  if (!version.success) {
    const problems = version.error.issues.map(({ message }) => message);
    throw new Error(`${problems.join('\n')}\n${USAGE}`);
  }
  const kind = imageKind.safeParse(values.kind).data;
  if (!kind) throw new Error(USAGE);
  const { 'min-memory': memory, 'min-disk': disk, sha256 } = values;
  return {
    kind,
    name: version.data.name,
    slug: version.data.slug,
    file: resolve(file),
    ...(sha256 && { sha256 }),
    ...(memory && { minMemory: readSize('min-memory', memory) }),
    ...(disk && { minDisk: readSize('min-disk', disk) }),
    ...(values.processor !== undefined && { processor: readFeatures(values.processor) }),
    handshakeOnly: values['handshake-only'],
    report: values.report ? await readReport(values.report) : null,
  };
}

function readFeatures(text: string): string[] {
  const features = processorFeatures.safeParse(text).data;
  if (!features) throw new Error(`--processor takes names like sse4_2,popcnt, or none.\n${USAGE}`);
  return featuresOf(features);
}

type Request = Awaited<ReturnType<typeof readRequest>>;

function importRequested(
  { kind, file, sha256, minMemory, minDisk, handshakeOnly, processor }: Request,
  config: InstallConfig,
  signal: AbortSignal,
): Promise<ImportedImage> {
  return importFile(file, imageStore(config).forJob(signal), {
    maxSize: maxImageBytes(config),
    folder: join(importTempFolder(config), randomUUID()),
    signal,
    kind,
    handshakeOnly,
    ...(sha256 && { sha256 }),
    ...(processor && { processor }),
    ...(minMemory !== undefined && { minMemory }),
    ...(minDisk !== undefined && { minDisk }),
  });
}

try {
  await main();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const cure = error instanceof ImageRefused ? ` ${error.cure}` : '';
  process.stderr.write(`${text}${cure}\n`);
  process.exit(1);
}

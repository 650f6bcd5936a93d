import { parseArgs } from 'node:util';
import {
  checkContract,
  type ContractCheck,
} from '@casement/windows-image/contract/check-contract.js';
import { checkImageFile } from '@casement/windows-image/contract/contract-disk.js';
import { chunkDisk } from '@casement/windows-image/volumes/disk-reader.js';
import { UNKNOWABLE } from '@casement/windows-image/contract/findings.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { printFindings } from './findings.js';
import { withVersionImage } from './version-image.js';

const USAGE = `usage: check-image FILE [--json]           a file: raw, VHD or QCOW2, optionally compressed
       check-image --slug SLUG [--json]    the image of a Windows version
Checks an image against docs/images/contract.md. Exit code: 0 nothing is refused, 1 something is refused, 2 the image
cannot be read.`;

const MAX_BYTES = 1024 * 2 ** 30;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { slug: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (Boolean(file) === Boolean(values.slug)) throw new Error(USAGE);
  const { findings, drivers } = file
    ? await checkImageFile(file, MAX_BYTES)
    : await checkVersion(values.slug!);
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ findings, drivers, unknown: UNKNOWABLE })}\n`);
  } else printFindings(findings);
  return findings.some(({ result }) => result === 'refused') ? 1 : 0;
}

const checkVersion = (slug: string): Promise<ContractCheck> =>
  withVersionImage(slug, 'check-image', ({ manifest, store }) =>
    checkContract(chunkDisk(manifest, store)),
  );

try {
  process.exitCode = await main();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const cure = error instanceof ImageRefused ? ` ${error.cure}` : '';
  process.stderr.write(`${text}${cure}\n`);
  process.exitCode = 2;
}

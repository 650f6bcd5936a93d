import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Bytes } from './byte-stream.js';
import type { DiskFormat } from './disk-format.js';
import { ImageRefused } from '../image-failures.js';
import { ProgramFailed, runLimited } from './limited-program.js';
import { hasAllClusters } from './qcow2.js';
import { vhdKind } from './vhd.js';

const MIB = 2 ** 20;
/** Disk space that temporary files must leave free. */
const RESERVE = 512 * MIB;
/** Bytes between two checks of the free space. */
const CHECK_EVERY = 64 * MIB;

/** Exit code of `qemu-img check` for leaked clusters, which waste space but lose no data. */
const ONLY_LEAKS = 3;

const DRIVERS = { qcow2: 'qcow2', vhd: 'vpc' } as const;

export interface ConvertOptions {
  /** Used exclusively by this conversion; created and removed by the caller. */
  folder: string;
  maxSize: number;
  signal?: AbortSignal | undefined;
  /** Progress of the conversion, 0 to 100. */
  onPercent?: (percent: number) => void;
}

/** Copies a stream into a file while space is available. @throws ImageRefused TEMP_SPACE, SOURCE_TOO_LARGE */
export async function copyToFile(
  source: Bytes,
  path: string,
  { maxSize, signal }: Pick<ConvertOptions, 'maxSize' | 'signal'>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  async function* watched(): AsyncGenerator<Buffer> {
    let written = 0;
    let checkAt = 0;
    for await (const piece of source) {
      if (written >= checkAt) {
        await needRoom(dirname(path), CHECK_EVERY);
        checkAt = written + CHECK_EVERY;
      }
      written += piece.length;
      if (written > maxSize) throw tooLarge(maxSize);
      yield piece;
    }
  }
  await pipeline(watched, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
    ...(signal && { signal }),
  });
}

/**
 * Converts a QCOW2 or VHD file with an already checked header to a raw disk.
 * @returns path of the sparse raw disk
 * @throws ImageRefused
 */
export async function convertToRaw(
  path: string,
  format: Exclude<DiskFormat, 'raw'>,
  { folder, maxSize, signal, onPercent }: ConvertOptions,
): Promise<string> {
  const image = imageOption(path, format);
  const qemu = (args: string[], onOutput?: (piece: string) => void, goodCodes = [0]) =>
    runLimited(
      {
        program: 'qemu-img',
        args,
        goodCodes,
        package: 'qemu-utils',
        memoryMib: 4096,
        timeoutMs: 6 * 3_600_000,
        signal,
      },
      onOutput,
    );
  try {
    const { 'virtual-size': size } = info.parse(
      JSON.parse(await qemu(['info', '--output=json', '--image-opts', image])),
    );
    if (size > maxSize) throw tooLarge(maxSize);
    // A conversion would read missing data after the end of a truncated file as zeros.
    if (!(await (format === 'qcow2' ? hasAllClusters(path) : endsWithFooter(path)))) {
      throw new ImageRefused('CONVERSION_FAILED', { format: format.toUpperCase() });
    }
    if (format === 'qcow2') {
      await qemu(['check', '-q', '--image-opts', image], undefined, [0, ONLY_LEAKS]);
    }
    const { required } = measured.parse(
      JSON.parse(await qemu(['measure', '--output=json', '-O', 'raw', '--image-opts', image])),
    );
    await mkdir(folder, { recursive: true });
    await needRoom(folder, required);
    const raw = join(folder, 'disk.raw');
    await rm(raw, { force: true });
    await qemu(['convert', '-p', '-O', 'raw', '--image-opts', image, raw], (piece) => {
      const percents = [...piece.matchAll(/\(([\d.]+)\/100%\)/g)];
      const last = percents.at(-1)?.[1];
      if (last) onPercent?.(Number(last));
    });
    return raw;
  } catch (error) {
    if (!(error instanceof ProgramFailed) && !(error instanceof z.ZodError)) throw error;
    throw new ImageRefused('CONVERSION_FAILED', { format: format.toUpperCase() }, { cause: error });
  }
}

const info = z.object({ 'virtual-size': z.number().int().positive() });
const measured = z.object({ required: z.number().int().nonnegative() });

async function endsWithFooter(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const footer = Buffer.alloc(512);
    await file.read(footer, 0, 512, Math.max(0, size - 512));
    return vhdKind(footer) !== null;
  } finally {
    await file.close();
  }
}

/** Sets an explicit driver, so that qemu neither probes the format nor interprets the name as a protocol. */
function imageOption(path: string, format: Exclude<DiskFormat, 'raw'>): string {
  const file = path.replaceAll(',', ',,');
  // Uses the size in the header because the CHS geometry rounds it down.
  const size = format === 'vhd' ? ',force_size_calc=current_size' : '';
  return `driver=${DRIVERS[format]}${size},file.driver=file,file.filename=${file}`;
}

/** @throws ImageRefused TEMP_SPACE */
async function needRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes + RESERVE) return;
  throw new ImageRefused('TEMP_SPACE', { needed: Math.ceil((bytes + RESERVE) / MIB) });
}

const tooLarge = (maxSize: number) =>
  new ImageRefused('SOURCE_TOO_LARGE', { limit: Math.floor(maxSize / 2 ** 30) });

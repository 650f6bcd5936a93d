import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';

const entry = z.object({ sha256: z.string(), size: z.number() });
const toolkitManifest = z.object({
  files: z.object({ busybox: entry, 'toolkit.cpio.gz': entry }),
});

/** The pinned userland that services/install/engine/toolkit builds: sent to every VPS, checked there by hash. */
export interface Toolkit {
  busyboxSha256: string;
  archiveSha256: string;
  open(file: 'busybox' | 'toolkit.cpio.gz'): Readable;
}

/** @throws where the folder holds no toolkit; the message names the command that builds it */
export async function loadToolkit(folder: string): Promise<Toolkit> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause: unknown) => {
    throw new Error(
      `no toolkit in ${folder}: build it with services/install/engine/toolkit/build.sh`,
      { cause },
    );
  });
  const { files } = toolkitManifest.parse(JSON.parse(text));
  return {
    busyboxSha256: files.busybox.sha256,
    archiveSha256: files['toolkit.cpio.gz'].sha256,
    open: (file) => createReadStream(join(folder, file)),
  };
}

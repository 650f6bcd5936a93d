import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { REMOTE_DIR, type RemoteLinux, type Upload } from '../ssh/remote.js';

const entry = z.object({ sha256: z.string(), size: z.number() });
const toolkitManifest = z.object({
  files: z.object({ busybox: entry, 'toolkit.cpio.gz': entry }),
});

/** Pinned userland built by services/install/engine/toolkit. It is sent to every VPS and verified there by hash. */
export interface Toolkit {
  busyboxSha256: string;
  archiveSha256: string;
  open(file: 'busybox' | 'toolkit.cpio.gz'): Upload;
}

/** @throws if the folder contains no toolkit; the message names the command that builds it */
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
    open: (file) => ({ size: files[file].size, content: createReadStream(join(folder, file)) }),
  };
}

const SEND_MS = 5 * 60_000;

/**
 * Sends our tools unless they are already present, and unpacks them.
 * @param inMemory uses our own in-memory file system: see toolsInMemory
 * @throws EngineError TOOLKIT_DAMAGED, TOOLS_BLOCKED, ROOM_TOO_SMALL, FOLDER_NOEXEC
 */
export async function sendToolkit(
  linux: RemoteLinux,
  toolkit: Toolkit,
  inMemory: boolean,
): Promise<void> {
  if (inMemory) {
    const failure = { code: 'FOLDER_NOEXEC' as const, what: 'our tools were unpacked' };
    await linux.change('mount-memory', {}, { ...failure, timeoutMs: 60_000 });
  }
  const { stdout } = await linux.read(`cat ${REMOTE_DIR}/tools.sha256 2>/dev/null`);
  if (stdout.trim() !== toolkit.archiveSha256) {
    await linux.upload(`${REMOTE_DIR}/busybox`, toolkit.open('busybox'), SEND_MS);
    await linux.upload(`${REMOTE_DIR}/toolkit.cpio.gz`, toolkit.open('toolkit.cpio.gz'), SEND_MS);
  }
  await linux.change(
    'unpack-tools',
    { BUSYBOX_SHA256: toolkit.busyboxSha256, TOOLKIT_SHA256: toolkit.archiveSha256 },
    { code: 'TOOLKIT_DAMAGED', what: 'unpacking our tools', timeoutMs: 3 * 60_000 },
  );
}

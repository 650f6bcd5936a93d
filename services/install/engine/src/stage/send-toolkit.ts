import { REMOTE_DIR, type RemoteLinux } from '../ssh/remote.js';
import type { Toolkit } from './toolkit.js';

const SEND_MS = 5 * 60_000;

/** Sends our tools where they are not there yet, and unpacks them. @throws EngineError TOOLKIT_DAMAGED */
export async function sendToolkit(linux: RemoteLinux, toolkit: Toolkit): Promise<void> {
  const { stdout } = await linux.read(`cat ${REMOTE_DIR}/tools.sha256 2>/dev/null`);
  if (stdout.trim() !== toolkit.archiveSha256) {
    await linux.upload(`${REMOTE_DIR}/busybox`, toolkit.open('busybox'), SEND_MS);
    await linux.upload(`${REMOTE_DIR}/toolkit.cpio.gz`, toolkit.open('toolkit.cpio.gz'), SEND_MS);
  }
  await linux.change(
    'unpack-tools',
    { BUSYBOX_SHA256: toolkit.busyboxSha256, TOOLKIT_SHA256: toolkit.archiveSha256 },
    { code: 'TOOLKIT_DAMAGED', what: 'our tools were unpacked', timeoutMs: 3 * 60_000 },
  );
}

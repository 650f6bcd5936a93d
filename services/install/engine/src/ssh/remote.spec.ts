import { RemoteLinux } from './remote.js';
import type { SshSession } from './session.js';

/** Connects to a VPS whose guard exits with this status. */
async function remote(exitCode: number) {
  const answers = [
    { exitCode: 0, stdout: '0\nboot-1\n100\n', stderr: '' },
    { exitCode, stdout: '', stderr: '' },
  ];
  const session = { fingerprint: '', close: () => undefined, run: () => answers.shift() };
  return RemoteLinux.attach(session as unknown as SshSession, { installId: 'install-1', epoch: 1 });
}

describe(RemoteLinux.name, () => {
  it.each([
    ['another boot', 91, 'SSH_LOST'],
    ['a worker that was paused while sending', 92, 'SSH_LOST'],
    ['no space', 93, 'ROOM_TOO_SMALL'],
    ['another worker’s script in progress', 94, 'REMOTE_BUSY'],
    ['a newer worker', 95, 'REMOTE_SUPERSEDED'],
    ['no space for the tools', 96, 'ROOM_TOO_SMALL'],
    ['tools that are killed or not allowed to run', 97, 'TOOLS_BLOCKED'],
    ['the script’s own status', 1, 'REMOTE_FAILED'],
  ])('maps a rejected script’s status to an error: %s', async (_, status, code) => {
    const sut = await remote(status);
    const failure = { code: 'REMOTE_FAILED' as const, what: 'this', timeoutMs: 1000 };
    await expect(sut.change('clean-up', {}, failure)).rejects.toMatchObject({ code });
  });
});

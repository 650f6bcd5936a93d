import type { Readable } from 'node:stream';
import { EngineError, type FailureValues } from '../failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { vpsScript } from '../scripts.js';
import type { ScriptResult, SshSession } from './session.js';

/** Worker identity compared by the guard before each changing script. */
export interface Actor {
  installId: string;
  /** Lease epoch; increases with every new holder of the install. */
  epoch: number;
}

export const REMOTE_DIR = '/var/lib/casement';

/** The VPS rejects scripts sent later than this because their worker may have been paused. */
const SEND_WITHIN_S = 30;

const SCRIPT_EXITS: Record<number, FailureCode> = {
  91: 'SSH_LOST', // The VPS was rebooted since we connected.
  // The worker was paused before sending. Retried until the step times out because the clock may be wrong.
  92: 'SSH_LOST',
  93: 'ROOM_TOO_SMALL',
  94: 'REMOTE_BUSY',
  95: 'REMOTE_SUPERSEDED',
  96: 'ROOM_TOO_SMALL',
  97: 'TOOLS_BLOCKED',
};

/** Returns the failure for the exit status of a script of vps/: its code in SCRIPT_EXITS, otherwise `code`. */
export function remoteFailure(
  exitCode: number,
  code: FailureCode,
  values: FailureValues,
  detail: string,
): EngineError {
  return new EngineError(
    SCRIPT_EXITS[exitCode] ?? code,
    { free: 'too little', needed: 'more', ...values },
    { detail: `status ${exitCode}: ${detail}` },
  );
}

/** Error output of an upload to a full disk or memory. */
const NO_ROOM = /no space left|quota exceeded/i;

export interface Upload {
  /** Bytes. */
  size: number;
  content: Readable;
}

export class RemoteLinux {
  private constructor(
    private readonly ssh: SshSession,
    private readonly actor: Actor,
    readonly bootId: string,
    /** VPS uptime at the time our clock was 0. */
    private readonly uptimeOffset: number,
  ) {}

  /** @throws EngineError NOT_ROOT, SSH_LOST, OS_UNREADABLE */
  static async attach(ssh: SshSession, actor: Actor): Promise<RemoteLinux> {
    const { stdout } = await ssh.run(
      'id -u; cat /proc/sys/kernel/random/boot_id; cut -d. -f1 /proc/uptime',
      30_000,
    );
    const answer = stdout.slice(0, 200);
    const [uid, bootId, uptime] = answer.trim().split('\n');
    if (uid !== undefined && uid !== '0' && /^\d+$/.test(uid)) throw new EngineError('NOT_ROOT');
    if (uid !== '0' || !bootId || !uptime) {
      throw new EngineError('OS_UNREADABLE', {}, { detail: answer });
    }
    return new RemoteLinux(ssh, actor, bootId, Number(uptime) - performance.now() / 1000);
  }

  get isOpen(): boolean {
    return this.ssh.isOpen;
  }

  get fingerprint(): string {
    return this.ssh.fingerprint;
  }

  read(script: string, timeoutMs = 60_000): Promise<ScriptResult> {
    return this.ssh.run(script, timeoutMs);
  }

  /**
   * Runs a changing script from vps/ behind the guard. `variables` become shell variables and are sent by stdin, so
   * they may contain secrets.
   * @throws EngineError SSH_LOST, ROOM_TOO_SMALL, REMOTE_BUSY, REMOTE_SUPERSEDED, TOOLS_BLOCKED; `failure` for another
   * exit status
   */
  async change(
    name: string,
    variables: Record<string, string | number>,
    failure: { code: FailureCode; what: string; timeoutMs: number },
  ): Promise<string> {
    const until = Math.ceil(this.uptimeOffset + performance.now() / 1000) + SEND_WITHIN_S;
    const guard = {
      INSTALL: this.actor.installId,
      EPOCH: this.actor.epoch,
      BOOT_ID: this.bootId,
      UNTIL: until,
    };
    const script = [
      assignments({ ...guard, ...variables }),
      await vpsScript('guard'),
      await vpsScript(name),
    ];
    const result = await this.ssh.run(script.join('\n'), failure.timeoutMs);
    if (result.exitCode === 0) return result.stdout;
    throw remoteFailure(
      result.exitCode,
      failure.code,
      { what: failure.what, dir: REMOTE_DIR },
      `${name}: ${tail(result.stderr)} ${tail(result.stdout)}`,
    );
  }

  /**
   * Uploads a file readable only by root. The caller verifies its hash in the next script.
   * @param removes paths that the VPS removes if the upload is interrupted
   * @throws EngineError SSH_LOST, ROOM_TOO_SMALL, REMOTE_FAILED
   */
  async upload(
    path: string,
    { size, content }: Upload,
    timeoutMs: number,
    removes: 'file' | 'whole folder' = 'file',
  ): Promise<void> {
    // A superseded worker must not mix its bytes with those of the current worker.
    const part = `${path}.${this.actor.epoch}.part`;
    const dir = path.slice(0, path.lastIndexOf('/'));
    // In a world-writable folder another user could have created the folder or a link first and would own the files
    // that root runs.
    const isOurs = `{ { [ ! -L ${dir} ] && [ -O ${dir} ]; } || { echo ${dir} is not ours >&2; false; }; }`;
    const remove =
      removes === 'file' ? `rm -f ${part}` : `{ umount -l ${dir} 2>/dev/null; rm -rf ${dir}; }`;
    const receive = `{ cat >${part} && [ $(wc -c <${part}) -eq ${size} ] && mv ${part} ${path} || { ${remove}; false; }; }`;
    const line = `umask 077; mkdir -p ${dir} && ${isOurs} && ${receive}`;
    const result = await this.ssh.feed(line, content, timeoutMs);
    if (result.exitCode !== 0) {
      const code = NO_ROOM.test(result.stderr) ? 'ROOM_TOO_SMALL' : 'REMOTE_FAILED';
      throw remoteFailure(
        result.exitCode,
        code,
        { what: 'sending files', dir },
        tail(result.stderr),
      );
    }
  }

  close(): void {
    this.ssh.close();
  }
}

/** Returns `NAME='value'` lines, quoted for any value. */
export function assignments(variables: Record<string, string | number>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}='${String(value).replaceAll("'", `'\\''`)}'`)
    .join('\n');
}

const tail = (text: string) => text.trim().slice(-500);

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client, ClientChannel } from 'ssh2';
import { EngineError } from '../engine-error.js';
import { plainText } from '../plain-text.js';

export interface ScriptResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** No script of ours prints more. */
const OUTPUT_LIMIT = 1 << 20;

/** One signed-in connection. Scripts and files travel by stdin, so nothing of them shows in a process list. */
export class SshSession {
  private broken = false;

  constructor(
    private readonly client: Client,
    /** `SHA256:…` as ssh-keygen prints it. */
    readonly fingerprint: string,
  ) {
    client.on('error', () => (this.broken = true));
    client.on('close', () => (this.broken = true));
  }

  /**
   * Runs a POSIX sh script as the signed-in user.
   * @throws EngineError SSH_LOST if the connection breaks or `timeoutMs` passes, SSH_PASSWORD_EXPIRED,
   * NOT_ROOT where the provider's image answers root's sign-in with "please login as …"
   */
  async run(script: string, timeoutMs: number): Promise<ScriptResult> {
    // The shell reads the whole function before it runs the first command, so that a connection cut
    // half-way runs nothing, and no command can eat the rest of the script from stdin.
    const whole = `casement_script() {\n${script}\n}\ncasement_script </dev/null\nexit $?\n`;
    const result = await this.exec('sh -s', timeoutMs, (channel) => void channel.end(whole));
    refuseGatekeeper(result);
    return result;
  }

  /** Runs one command line that reads `input`. The command line shows in process lists: no secrets in it. */
  feed(command: string, input: Readable, timeoutMs: number): Promise<ScriptResult> {
    return this.exec(command, timeoutMs, (channel) => {
      pipeline(input, channel.stdin).catch(() => channel.close());
    });
  }

  get isOpen(): boolean {
    return !this.broken;
  }

  close(): void {
    this.client.end();
  }

  private exec(
    command: string,
    timeoutMs: number,
    send: (channel: ClientChannel) => void,
  ): Promise<ScriptResult> {
    return new Promise((resolve, reject) => {
      const lost = (detail: string, cause?: unknown) => {
        clearTimeout(timer);
        this.client.off('close', onClose);
        reject(new EngineError('SSH_LOST', {}, { detail, cause }));
      };
      const onClose = () => lost('connection closed');
      const timer = setTimeout(() => lost(`no end within ${timeoutMs} ms`), timeoutMs);
      if (this.broken) return lost('connection already closed');
      this.client.once('close', onClose);
      this.client.exec(command, (error, channel) => {
        if (error) return lost(error.message, error);
        const out = new Collector(channel);
        const err = new Collector(channel.stderr);
        let exitCode: number | null = null;
        channel.on('exit', (code: number | null) => (exitCode = code ?? 255));
        channel.once('close', () => {
          clearTimeout(timer);
          this.client.off('close', onClose);
          // Without an exit status the shell did not end normally.
          if (exitCode === null) return lost('no exit status');
          resolve({ exitCode, stdout: out.text(), stderr: err.text() });
        });
        send(channel);
      });
    });
  }
}

class Collector {
  private readonly parts: Buffer[] = [];
  private size = 0;

  constructor(stream: Readable) {
    stream.on('data', (part: Buffer) => {
      this.size += part.length;
      if (this.size <= OUTPUT_LIMIT) this.parts.push(part);
    });
  }

  text(): string {
    return plainText(Buffer.concat(this.parts).toString('utf8'));
  }
}

/** Some images let root sign in only to ask for another account or a new password. */
function refuseGatekeeper({ stdout, stderr, exitCode }: ScriptResult): void {
  const output = `${stdout}\n${stderr}`;
  if (
    /password (change required|has expired|must be changed)|required to change your password/i.test(
      output,
    ) &&
    exitCode !== 0
  ) {
    throw new EngineError('SSH_PASSWORD_EXPIRED');
  }
  if (/please login as the user/i.test(output)) throw new EngineError('NOT_ROOT');
}

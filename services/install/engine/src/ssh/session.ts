import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client, ClientCallback, ClientChannel } from 'ssh2';
import { EngineError } from '../failures/engine-error.js';
import { shortText } from '@casement/windows-image/text.js';
import { Collector } from './collector.js';

export interface ScriptResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Our output starts after this line because root's start files may print before it. */
const START_MARKER = 'casement-begin';
/** Same marker from a shell that a start file started instead of ours. */
const RESTART_MARKER = 'casement-begin-again';

/** Time within which a start file that reads input continues after the first line, in ms. */
const WAKES_MS = 2_000;

/** Errors of tmux, screen and other programs that need a terminal, and of a start file that reads from a terminal. */
const NEEDS_TERMINAL =
  /not a terminal|connected to a terminal|not a tty|inappropriate ioctl|no tty present/i;

/** Start file in an error message of bash, dash or zsh: `/root/.bashrc: line 3:`, `/root/.zshenv:3:`. */
const START_FILE =
  /(\S*\/\.(?:bashrc|bash_profile|profile|zshenv|zshrc|kshrc)|\/etc\/(?:bash\.?bashrc|profile|zsh)[\w./-]*): ?(?:line )?\d+:/;
/** Start files of a shell that sshd starts for a command: of bash and of zsh. */
const START_FILES = '~/.bashrc (zsh: ~/.zshenv)';

/** sudo's prompt on stderr, unique to us. sudo-rs prints `[sudo: casement-sudo:] Password: `. */
const SUDO_PROMPT = 'casement-sudo:';
/** Start of the prompt of sudo-rs before 0.2.6, which does not support a custom prompt. */
const SUDO_RS_PROMPT = '[sudo: authenticate] ';
/** Start of a sudo-rs question whose answer is displayed, which therefore does not ask for a password. */
const SUDO_RS_QUESTION = '[sudo: input needed';

/** Account that signed in, if it is not root. */
interface Sudo {
  user: string;
  /** Sent by stdin when sudo prompts; empty if unknown. */
  password: string;
}

/**
 * The body must contain no single quote and no secret because it is visible in process lists. With sudo, output
 * begins only as root, so nothing sent after `begin` can be taken for a password. `-k` prevents sudo from caching the
 * credentials. The prompt is a variable because sudo-rs before 0.2.5 rejects `-p`.
 */
const commandLine = (begin: string, body: string, sudo: Sudo | null) =>
  `${sudo ? `env LC_ALL=C SUDO_PROMPT=${SUDO_PROMPT} sudo -k -S -u root ` : ''}sh -c 'echo ${begin}; ${body}'`;

/** Authenticated SSH connection. Scripts and files are sent by stdin and are not visible in process lists. */
export class SshSession {
  private client!: Client;
  private broken = false;
  private isClosed = false;
  private hasRun = false;
  /** Whether root's start files replaced our shell. */
  private isReplaced = false;

  /** Fingerprint `SHA256:…` in the format of ssh-keygen. */
  readonly fingerprint: string;

  /**
   * @param how `startMs` is the maximum time until a shell starts; `sudo` is `null` if root signed in; `reconnect` is
   * set for a server that ends the connection after each command
   */
  constructor(
    client: Client,
    private readonly how: {
      fingerprint: string;
      startMs: number;
      sudo: Sudo | null;
      reconnect?: (() => Promise<Client>) | undefined;
    },
  ) {
    this.fingerprint = how.fingerprint;
    this.use(client);
  }

  private use(client: Client): void {
    this.client = client;
    this.broken = false;
    const onEnd = () => {
      if (this.client === client) this.broken = true;
    };
    client.on('error', onEnd);
    client.on('close', onEnd);
  }

  /**
   * Runs a POSIX sh script as root.
   * @throws EngineError SSH_LOST if the connection breaks or `timeoutMs` passes; SSH_PASSWORD_EXPIRED; NOT_ROOT if
   * the image answers "please login as …"; SSH_NO_SHELL if root may not run commands; SSH_START_FILE, SSH_START_FILE_ENDS; OS_UNREADABLE
   * if the output exceeds OUTPUT_LIMIT; SUDO_PASSWORD_REFUSED, SUDO_PASSWORD_MISSING, SUDO_REFUSED
   */
  async run(script: string, timeoutMs: number): Promise<ScriptResult> {
    // The shell reads the complete function before running it, so a broken connection runs no partial script and no
    // command reads the rest of the script from stdin.
    const wrapped = `casement_script() {\n${script}\n}\ncasement_script </dev/null\nexit $?\n`;
    return this.exec('exec sh -s', timeoutMs, (channel) => void channel.end(wrapped));
  }

  /**
   * Runs a line of sh that reads `input`. The line is visible in process lists, so it must contain no secrets and no
   * single quotes.
   */
  feed(line: string, input: Readable, timeoutMs: number): Promise<ScriptResult> {
    return this.exec(line, timeoutMs, (channel) => {
      pipeline(input, channel.stdin).catch(() => channel.close());
    });
  }

  get isOpen(): boolean {
    return !this.broken;
  }

  /** Destroys the socket. After `end` alone it would stay open for as long as the VPS sends data. */
  close(): void {
    this.isClosed = true;
    this.broken = true;
    this.client.destroy();
  }

  /** With `MaxSessions 1`, a channel opened right after another was closed is refused temporarily. */
  private openChannel(line: string, until: number, done: ClientCallback): void {
    this.client.exec(line, (error, channel) => {
      if (!error || this.broken || Date.now() > until) return done(error, channel);
      setTimeout(() => {
        // ssh2 throws if the connection has closed.
        if (this.broken) done(error, channel);
        else this.openChannel(line, until, done);
      }, 250);
    });
  }

  /**
   * `send` is called once the shell has started. If root's start files replace the shell (`exec zsh`), the command is
   * lost, so it is resent as the first line of that shell.
   */
  private async exec(
    body: string,
    timeoutMs: number,
    send: (channel: ClientChannel) => void,
  ): Promise<ScriptResult> {
    if (this.how.reconnect && this.hasRun && !this.isClosed) {
      this.client.destroy();
      this.use(await this.how.reconnect());
    }
    this.hasRun = true;
    return this.execOnce(body, timeoutMs, send);
  }

  private execOnce(
    body: string,
    timeoutMs: number,
    send: (channel: ClientChannel) => void,
  ): Promise<ScriptResult> {
    return new Promise((resolve, reject) => {
      let beginTimer: NodeJS.Timeout | undefined;
      const fail = (error: EngineError) => {
        clearTimeout(timer);
        clearTimeout(beginTimer);
        this.client.off('close', onClose);
        reject(error);
      };
      const lost = (detail: string, cause?: unknown) =>
        fail(new EngineError('SSH_LOST', {}, { detail, cause }));
      const onClose = () => lost('connection closed');
      const timer = setTimeout(() => lost(`no end within ${timeoutMs} ms`), timeoutMs);
      if (this.broken) return lost('connection already closed');
      this.client.once('close', onClose);
      const line = commandLine(START_MARKER, body, this.how.sudo);
      const { sudo, startMs } = this.how;
      const user = sudo?.user ?? 'root';
      this.openChannel(line, Date.now() + startMs, (error, channel) => {
        if (error && this.broken) return lost(error.message, error);
        if (error) {
          const values = { user, file: START_FILES };
          return fail(new EngineError('SSH_NO_SHELL', values, { detail: error.message }));
        }
        const out = new Collector();
        const err = new Collector();
        const noShell = (hasEnded = false) => {
          channel.close();
          // Our shell was not replaced after all; the machine is only slow.
          if (out.dropUntil(START_MARKER)) {
            this.isReplaced = false;
            return lost('the shell began too late');
          }
          const detail = `${err.text()} ${out.text()}`.trim().slice(-500);
          const named = START_FILE.exec(err.text())?.[1];
          const file = named ? shortText(named, 200) : START_FILES;
          const codeOfShell = () => {
            if (sudo && /sudo/.test(err.text())) return 'SUDO_REFUSED';
            if (NEEDS_TERMINAL.test(detail)) return 'SSH_START_FILE';
            if (hasEnded) return named || !detail ? 'SSH_START_FILE_ENDS' : 'SSH_NO_SHELL';
            return detail ? 'SSH_NO_SHELL' : 'SSH_START_FILE';
          };
          fail(new EngineError(codeOfShell(), { user, file }, { detail }));
        };
        let askedAt = -Infinity;
        const askAgain = () => {
          this.isReplaced = true;
          askedAt = Date.now();
          channel.write(`exec ${commandLine(RESTART_MARKER, body, sudo)}\n`);
          beginTimer = setTimeout(() => noShell(), startMs);
        };
        if (this.isReplaced) askAgain();
        else beginTimer = setTimeout(askAgain, startMs);
        let hasStarted = false;
        let hasAnswered = false;
        const tooMuch = () => {
          fail(new EngineError('OS_UNREADABLE', {}, { detail: 'the VPS printed too much' }));
          this.close();
        };
        channel.stderr.on('data', (chunk: Buffer) => {
          if (!err.add(chunk)) return tooMuch();
          if (!sudo || hasStarted) return;
          if (err.drop(SUDO_RS_QUESTION)) {
            channel.close();
            const prompt = err.text().split('\n').at(-1) ?? '';
            return fail(
              new EngineError('SSH_PROMPT_UNKNOWN', { prompt: shortText(prompt.trim(), 200) }),
            );
          }
          if (!err.drop(SUDO_PROMPT) && !err.drop(SUDO_RS_PROMPT)) return;
          if (!hasAnswered && sudo.password) {
            hasAnswered = true;
            return void channel.write(`${sudo.password}\n`);
          }
          channel.close();
          const code = hasAnswered ? 'SUDO_PASSWORD_REFUSED' : 'SUDO_PASSWORD_MISSING';
          fail(new EngineError(code, { user: sudo.user }));
        });
        channel.on('data', (chunk: Buffer) => {
          if (!out.add(chunk)) return tooMuch();
          // A start file had been waiting for input and read our second line.
          if (Date.now() - askedAt < WAKES_MS && out.dropUntil(START_MARKER)) {
            channel.close();
            return fail(new EngineError('SSH_START_FILE', { user, file: START_FILES }));
          }
          if (hasStarted || !out.dropUntil(this.isReplaced ? RESTART_MARKER : START_MARKER)) return;
          hasStarted = true;
          clearTimeout(beginTimer);
          send(channel);
        });
        let exitCode: number | null = null;
        channel.on('exit', (code: number | null) => (exitCode = code ?? 255));
        channel.once('close', () => {
          const result = { exitCode: exitCode ?? 255, stdout: out.text(), stderr: err.text() };
          const refusal = gatekeeper(result);
          if (refusal) return fail(refusal);
          if (!hasStarted) return noShell(true);
          // If there is no exit status, the shell did not end normally.
          if (exitCode === null) return lost('no exit status');
          clearTimeout(timer);
          this.client.off('close', onClose);
          resolve(result);
        });
      });
    });
  }
}

/** Some images let root sign in only to demand another account or a new password. */
function gatekeeper({ stdout, stderr, exitCode }: ScriptResult): EngineError | null {
  const output = `${stdout}\n${stderr}`;
  const isExpired =
    /password (change required|has expired|must be changed)|required to change your password/i;
  if (isExpired.test(output) && exitCode !== 0) return new EngineError('SSH_PASSWORD_EXPIRED');
  return /please login as the user/i.test(output) ? new EngineError('NOT_ROOT') : null;
}

import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import ssh2, { type Connection, type AuthContext, type ParsedKey, type ServerChannel } from 'ssh2';
import { hostKey } from '@casement/install-engine/testing/ssh-key.js';
import { linuxFacts } from './linux-facts.js';
import { isComplete, recognise, type RemoteScript, type ScriptName } from './remote-scripts.js';

const HOST_KEY = hostKey();

export interface LinuxHooks {
  /** Called before a received script is executed. */
  onScript(name: ScriptName): Promise<void>;
  /** Called at the restart into the stage, with the job from its archive. */
  onRestart(job: Record<string, string>): void;
}

type Answer = { status: number; stdout: string };
const ok = (stdout = ''): Answer => ({ status: 0, stdout });

/**
 * Debian as seen by the engine over SSH. Accepts root's sign-in, recognises the engine's scripts and responds like
 * the real ones, including the guard. Stores uploaded files, so that tests can check the leftovers.
 */
export class SimulatedLinux {
  private readonly refused = new Map<ScriptName, string>();
  /** Our files on the VPS. */
  readonly files = new Map<string, Buffer>();
  readonly ran: ScriptName[] = [];
  /** Overrides of the output of facts.sh on an ordinary VPS, by key. */
  facts: Record<string, string> = {};
  armed = false;
  /** True from the restart order until the next boot. A second order has no effect. */
  private goingDown = false;
  private bootId = randomUUID() as string;
  private owner: { install: string; epoch: number } | null = null;
  private hostKey = HOST_KEY;
  /** Called before each script with its variables, which any user of the VPS could read. */
  onVariables: (variables: Record<string, string>) => Promise<void> | void = () => undefined;
  private server: ssh2.Server | null = null;
  private readonly connections = new Set<Connection>();

  constructor(
    private readonly address: { host: string; port: number },
    private readonly accepted: { password: string; key?: ParsedKey | undefined },
    private readonly hooks: LinuxHooks,
  ) {}

  async start(): Promise<void> {
    const server = new ssh2.Server({ hostKeys: [this.hostKey] }, (connection) => {
      this.connections.add(connection);
      connection.on('close', () => this.connections.delete(connection));
      connection.on('error', () => undefined);
      connection.on('authentication', (request) => {
        if (request.username === 'root' && this.opens(request)) request.accept();
        else request.reject(this.accepted.key ? ['publickey', 'password'] : ['password']);
      });
      connection.on('session', (accept) => {
        accept().on('exec', (acceptExec, _, { command }) => this.exec(acceptExec(), command));
      });
    });
    await new Promise<void>((resolve) =>
      server.listen(this.address.port, this.address.host, resolve),
    );
    this.server = server;
  }

  /** Powers off or shuts down for a restart. Every connection breaks. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    for (const connection of this.connections) connection.end();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  }

  async boot(): Promise<void> {
    this.bootId = randomUUID();
    this.armed = false;
    this.goingDown = false;
    await this.start();
  }

  /** Simulates another or a reinstalled machine from the next boot on. */
  renewHostKey(): void {
    this.hostKey = hostKey();
  }

  /** Makes the next script with this name fail, like on a full disk, and print this text. */
  refuseNext(name: ScriptName, printed = ''): void {
    this.refused.set(name, printed);
  }

  private opens(request: AuthContext): boolean {
    const { password, key } = this.accepted;
    if (request.method === 'password') return request.password === password;
    if (request.method !== 'publickey' || !key?.getPublicSSH().equals(request.key.data))
      return false;
    // The client first asks whether this key would be accepted.
    const { blob, signature, hashAlgo } = request;
    return !signature || key.verify(blob!, signature, hashAlgo) === true;
  }

  private exec(channel: ServerChannel, command: string): void {
    const chunks: Buffer[] = [];
    channel.write('casement-begin\n');
    channel.on('data', (piece: Buffer) => chunks.push(piece));
    channel.on('error', () => undefined);
    channel.on('end', () => {
      void this.answer(command, Buffer.concat(chunks)).then(({ status, stdout }) => {
        channel.write(stdout);
        channel.exit(status);
        channel.end();
      });
    });
  }

  private async answer(command: string, input: Buffer): Promise<Answer> {
    const upload = /cat >\S+\.part && .* && mv \S+ ([^\s']+)/.exec(command);
    if (upload) {
      this.files.set(upload.at(1)!, input);
      return ok();
    }
    const text = input.toString('utf8');
    // The engine was killed while sending. A real shell would not run an incomplete function.
    if (!isComplete(text)) return { status: 2, stdout: '' };
    const script = recognise(text);
    await this.hooks.onScript(script.name);
    await this.onVariables(script.variables);
    const printed = this.refused.get(script.name);
    if (this.refused.delete(script.name)) return { status: 1, stdout: printed ?? '' };
    const refused = script.guarded ? this.guard(script) : 0;
    if (refused !== 0) return { status: refused, stdout: '' };
    this.ran.push(script.name);
    return this.carryOut(script);
  }

  private guard({ variables }: RemoteScript): number {
    const { INSTALL = '', EPOCH = '0', BOOT_ID } = variables;
    if (BOOT_ID !== this.bootId) return 91;
    if (this.owner?.install === INSTALL && this.owner.epoch > Number(EPOCH)) return 95;
    this.owner = { install: INSTALL, epoch: Number(EPOCH) };
    return 0;
  }

  private async carryOut({ name, variables }: RemoteScript): Promise<Answer> {
    switch (name) {
      case 'attach':
        return ok(`0\n${this.bootId}\n4000\n`);
      case 'facts':
        return ok(this.withOwnFacts(linuxFacts(this.bootId)));
      case 'tools-hash':
        return ok(this.files.get('/var/lib/casement/tools.sha256')?.toString() ?? '');
      case 'unpack-tools':
        return this.unpackTools(variables);
      case 'check':
        return this.check(variables);
      case 'probe':
        return probe(variables);
      case 'build-stage':
        return this.buildStage(variables);
      case 'boot-grub':
      case 'boot-kexec':
        this.armed = true;
        this.files.set('/boot/grub/custom.cfg', Buffer.from('casement'));
        return ok();
      case 'restart':
        return this.restart();
      case 'clean-up':
        this.files.clear();
        this.armed = false;
        this.owner = null;
        return ok();
    }
  }

  private withOwnFacts(text: string): string {
    return Object.entries(this.facts).reduce(
      (lines, [key, value]) => lines.replace(new RegExp(`^${key}=.*$`, 'm'), `${key}=${value}`),
      text,
    );
  }

  private unpackTools({ BUSYBOX_SHA256, TOOLKIT_SHA256 }: Record<string, string>): Answer {
    const right =
      this.hashOf('busybox') === BUSYBOX_SHA256 &&
      this.hashOf('toolkit.cpio.gz') === TOOLKIT_SHA256;
    if (!right) return { status: 1, stdout: '' };
    this.files.set('/var/lib/casement/tools.sha256', Buffer.from(TOOLKIT_SHA256 ?? ''));
    return ok();
  }

  /** Our tools are in memory only while the script runs. */
  private async check(variables: Record<string, string>): Promise<Answer> {
    const { DIR, BUSYBOX_SHA256, TOOLKIT_SHA256 } = variables;
    const hashOf = (name: string) => {
      const content = this.files.get(`${DIR}/${name}`);
      return content ? createHash('sha256').update(content).digest('hex') : '';
    };
    const right =
      hashOf('busybox') === BUSYBOX_SHA256 && hashOf('toolkit.cpio.gz') === TOOLKIT_SHA256;
    const answer = right ? await probe(variables) : { status: 1, stdout: '' };
    const epochOf = (path: string) => Number(/\.(\d+)(\/|$)/.exec(path)?.[1]);
    const check = DIR?.replace(/\.\d+$/, '.') ?? '';
    for (const path of this.files.keys()) {
      const isOurs = path.startsWith(check) && epochOf(path) <= epochOf(DIR ?? '');
      if (isOurs) this.files.delete(path);
    }
    return answer;
  }

  private buildStage({ JOB_SHA256, STAGE_DIR }: Record<string, string>): Answer {
    if (this.hashOf('job.cpio.gz') !== JOB_SHA256) return { status: 1, stdout: '' };
    this.files.set(`${STAGE_DIR}/stage`, Buffer.from('stage'));
    return ok(`STAGE=${STAGE_DIR}/stage SIZE=5\n`.replace(' ', '\n'));
  }

  private restart(): Answer {
    if (this.goingDown) return ok();
    const archive = this.files.get('/var/lib/casement/job.cpio.gz');
    if (!this.armed || !archive) return { status: 1, stdout: '' };
    const job = jobIn(archive);
    this.goingDown = true;
    // The response reaches the engine before the machine goes down, like with the real script.
    setTimeout(() => void this.stop().then(() => this.hooks.onRestart(job)), 50);
    return ok();
  }

  private hashOf(name: string): string {
    const content = this.files.get(`/var/lib/casement/${name}`);
    return content ? createHash('sha256').update(content).digest('hex') : '';
  }
}

/** Returns the variables of the job in a stage's archive. */
export const jobIn = (archive: Buffer): Record<string, string> =>
  Object.fromEntries(
    [
      ...gunzipSync(archive)
        .toString('latin1')
        .matchAll(/([A-Z][A-Z0-9_]*)='([^']*)'\n/g),
    ].map(([, name = '', value = '']) => [name, value]),
  );

/** Performs the requested downloads with the given token. */
async function probe({
  API_URL,
  IMAGE_URL,
  TOKEN,
  CHUNKS = '',
}: Record<string, string>): Promise<Answer> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const time = await fetch(`${API_URL}/time`, { headers }).catch(() => null);
  if (!time?.ok) return ok('API=unreachable\n');
  const lines = ['API=ok'];
  let bytes = 0;
  for (const chunk of CHUNKS.split(' ').filter(Boolean)) {
    const [hash] = chunk.split(':');
    const content = await fetch(`${IMAGE_URL}/${hash}`, { headers })
      .then(async (answer) => Buffer.from(await answer.arrayBuffer()))
      .catch(() => null);
    const right = content && createHash('sha256').update(content).digest('hex') === hash;
    lines.push(`CHUNK=hash=${hash} result=${right ? 'ok' : content ? 'corrupt' : 'unreachable'}`);
    bytes += content?.length ?? 0;
  }
  return ok(`${lines.join('\n')}\nBYTES=${bytes}\nSECONDS=0.10\n`);
}

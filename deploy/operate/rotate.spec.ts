import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { generateKeyPairSync } from 'node:crypto';
import { readSigningKeys } from '@casement/auth/keys/signing-key.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';

const PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const DATA_KEY = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
const BOT = `7000000001:${'A'.repeat(35)}`;

/** Records the secrets of each restart. `docker` finds them in .env, `kubectl` in a file for each key. */
const FAKES = {
  docker: `#!/bin/bash
cd "$FOLDER"
echo "$*" >>calls
[[ " $* " != *" up "* ]] || cp .env "restart-$(date +%s%N)"`,
  kubectl: `#!/bin/bash
cd "$FOLDER"
echo "$*" >>calls
shift 2
case "$1 $2" in
'get deployments') printf 'deployment.apps/install\\ndeployment.apps/install-worker-sg\\n' ;;
'get deployment') [[ $* =~ name==\\"([A-Z0-9_]+)\\" ]] && echo "$3 \${BASH_REMATCH[1]}" ;;
'get secret') [[ $* =~ \\.data\\.([A-Z0-9_]+) ]] && base64 -w 0 "secret-$3-\${BASH_REMATCH[1]}" 2>/dev/null ;;
'patch secret') [[ $(cat) =~ ^\\{\\"data\\":\\{\\"([A-Z0-9_]+)\\":\\"([A-Za-z0-9+/=]+)\\"\\}\\}$ ]] &&
  base64 -d <<<"\${BASH_REMATCH[2]}" >"secret-$3-\${BASH_REMATCH[1]}" ;;
'rollout restart') cat secret-*-JWT_SIGNING_KEY >"restart-$(date +%s%N)" ;;
esac; true`,
};

describe('rotate.sh', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'casement-rotate-'));
    for (const [name, text] of Object.entries(FAKES)) {
      writeFileSync(join(folder, name), text, { mode: 0o755 });
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name: string) => readFileSync(join(folder, name), 'utf8');
  const rotate = (platform: string, args: string[], input = '') => {
    return spawnSync(join(__dirname, 'rotate.sh'), [platform, ...args], {
      encoding: 'utf8',
      input,
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        FOLDER: folder,
        ENV_FILE: join(folder, '.env'),
      },
    });
  };
  const restarts = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('restart-'))
      .sort()
      .map(file);
  const setting = (text: string, name: string) =>
    new RegExp(`^${name}=['"]?(.*?)['"]?$`, 'm').exec(text)![1];

  it('issues no certificates without the key of the authority', () => {
    expect(rotate('compose', ['certificates'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/has no ca\.key\. Set FOLDER/),
    });
    expect(readdirSync(folder)).not.toContain('auth');
  });

  describe('compose', () => {
    beforeEach(() =>
      writeFileSync(
        join(folder, '.env'),
        [
          `JWT_SIGNING_KEY="${PEM.replaceAll('\n', '\\n')}"`,
          ...['AUTH', 'BILLING'].map((name) => `${name}_DATA_ENCRYPTION_KEY=${DATA_KEY}`),
          `TRIPAY_PRIVATE_KEY=old`,
          `TELEGRAM_BOT_TOKEN=${BOT}`,
          'PUBLIC_URL=https://casement.test\n',
        ].join('\n'),
      ),
    );

    it('signs with a new token key only after auth publishes it', async () => {
      expect(rotate('compose', ['token-signing']).stderr).toMatch(/retire" after 15 minutes/);
      const [first, second] = await Promise.all(
        restarts().map((text) => readSigningKeys(setting(text, 'JWT_SIGNING_KEY'))),
      );
      const old = (await readSigningKeys(PEM)).current.kid;
      expect(first.current.kid).toBe(old);
      expect(second.current.kid).not.toBe(old);
      expect(first.publicJwks.map(({ kid }) => kid)).toEqual([old, second.current.kid]);
      expect(second.publicJwks.map(({ kid }) => kid)).toEqual([second.current.kid, old]);

      expect(rotate('compose', ['token-signing']).stderr).toMatch(/has two keys. Finish/);
      expect(rotate('compose', ['token-signing', 'retire']).status).toBe(0);
      const last = await readSigningKeys(setting(file('.env'), 'JWT_SIGNING_KEY'));
      expect(last.publicJwks.map(({ kid }) => kid)).toEqual([second.current.kid]);
      expect(file('.env')).toContain('PUBLIC_URL=https://casement.test');
      expect(rotate('compose', ['token-signing', 'retire']).stderr).toMatch(/none to retire/);
    });

    it("seals a service's secrets with a new key that can open the old ones", () => {
      const sealed = new SecretBox(DATA_KEY).seal('secret', 'row');
      expect(rotate('compose', ['data-encryption', 'auth']).status).toBe(0);
      const boxes = restarts().map(
        (text) => new SecretBox(setting(text, 'AUTH_DATA_ENCRYPTION_KEY')),
      );
      expect(boxes.map((box) => box.open(sealed, 'row'))).toEqual(['secret', 'secret']);
      expect(boxes[0].currentKey).toBe('k1');
      expect(boxes[0].open(boxes[1].seal('new', 'row'), 'row')).toBe('new');
      expect(file('calls')).toMatch(/run --rm --no-deps -T auth dist\/reseal\.js/);
      expect(setting(file('.env'), 'BILLING_DATA_ENCRYPTION_KEY')).toBe(DATA_KEY);

      expect(rotate('compose', ['data-encryption', 'auth', 'retire']).status).toBe(0);
      const last = new SecretBox(setting(file('.env'), 'AUTH_DATA_ENCRYPTION_KEY'));
      expect(last.currentKey).toBe(boxes[1].currentKey);
      expect(() => last.open(sealed, 'row')).toThrow();
    });

    it("stores a provider's key that compose must not interpret and restarts its service", () => {
      const { status, stdout, stderr } = rotate(
        'compose',
        ['provider', 'TRIPAY_PRIVATE_KEY'],
        'n$w "key"\n',
      );
      expect(status).toBe(0);
      expect(file('.env')).toContain(`\nTRIPAY_PRIVATE_KEY='n$w "key"'\n`);
      expect(file('calls')).toMatch(/up --wait --no-deps billing/);
      expect(stdout + stderr + file('calls')).not.toContain('n$w');
    });

    it('rejects unknown names, empty keys and tokens of another bot without changing .env', () => {
      const before = file('.env');
      const refusal = (args: string[], input: string) => rotate('compose', args, input).stderr;
      expect(refusal(['provider', 'PUBLIC_URL'], 'x\n')).toMatch(/not a provider's key/);
      expect(refusal(['provider', 'TRIPAY_API_KEY'], '')).toMatch(/is empty/);
      expect(refusal(['bot', 'TELEGRAM_BOT_TOKEN'], 'hello\n')).toMatch(/not a token of BotFather/);
      const other = BOT.replace('1:', '2:');
      expect(refusal(['bot', 'TELEGRAM_BOT_TOKEN'], `${other}\n`)).toMatch(/of another bot/);
      expect(refusal(['unknown'], '')).toMatch(/^usage/);
      expect(file('.env')).toBe(before);
    });

    it('replaces the token of a bot', () => {
      const token = BOT.replaceAll('A', 'B');
      expect(rotate('compose', ['bot', 'TELEGRAM_BOT_TOKEN'], `${token}\n`).status).toBe(0);
      expect(setting(file('.env'), 'TELEGRAM_BOT_TOKEN')).toBe(token);
    });
  });

  describe('kubernetes', () => {
    it('changes the Secret that the Deployment reads and waits for each rollout', async () => {
      writeFileSync(join(folder, 'secret-auth-JWT_SIGNING_KEY'), PEM);
      expect(rotate('kubernetes', ['token-signing']).status).toBe(0);
      const [first, second] = await Promise.all(restarts().map(readSigningKeys));
      expect(first.current.kid).toBe((await readSigningKeys(PEM)).current.kid);
      expect(second.publicJwks).toEqual([...first.publicJwks].reverse());
      expect(file('calls').match(/rollout status deployment\/auth/g)).toHaveLength(2);
      expect(file('calls')).not.toContain('PRIVATE KEY');
    });

    it('restarts the workers with install', () => {
      const args = ['provider', 'IMAGE_S3_ACCESS_KEY_ID', 'IMAGE_S3_SECRET_ACCESS_KEY'];
      writeFileSync(join(folder, 'secret-auth-JWT_SIGNING_KEY'), PEM);
      expect(rotate('kubernetes', args, 'id\nsecret\n').status).toBe(0);
      expect(file('secret-install-IMAGE_S3_SECRET_ACCESS_KEY')).toBe('secret');
      const restarted = file('calls').match(/(?<=rollout restart deployment\/).*/g);
      expect(restarted).toEqual(['install', 'install-worker-sg']);
    });
  });
});

describe('new-certificates.sh', () => {
  const script = join(__dirname, '../docker/new-certificates.sh');
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'casement-authority-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const issue = (...step: string[]) => {
    const { status, stderr } = spawnSync(script, [folder, ...step], { encoding: 'utf8' });
    return status === 0 ? filesOf('auth') : stderr;
  };
  const filesOf = (service: string) => {
    const read = (name: string) => readFileSync(join(folder, service, name));
    return { cert: read('tls.crt'), key: read('tls.key'), ca: read('ca.crt') };
  };
  type Files = ReturnType<typeof filesOf>;

  /** Returns whether both sides accept each other's certificate. */
  async function accept(serverFiles: Files, clientFiles: Files): Promise<boolean> {
    const server = createServer({ ...serverFiles, requestCert: true, minVersion: 'TLSv1.2' });
    server.on('tlsClientError', () => undefined);
    server.on('secureConnection', (socket) => socket.on('error', () => undefined).end('welcome'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, ...clientFiles, checkServerIdentity: () => undefined });
    let text = '';
    socket.on('data', (data) => (text += String(data))).on('error', () => undefined);
    await once(socket, 'close').catch(() => undefined);
    server.close();
    return text === 'welcome';
  }

  it('changes the authority in steps, each of which trusts the certificates of the step before and after', async () => {
    const states = [issue(), issue('trust'), issue('switch'), issue('retire')] as Files[];
    for (const [n, state] of states.entries()) {
      expect(await accept(state, state)).toBe(true);
      const next = states[n + 1];
      if (!next) continue;
      expect([n, await accept(state, next), await accept(next, state)]).toEqual([n, true, true]);
    }
    expect(await accept(states[3], states[0])).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(
      expect.arrayContaining(['auth', 'ca.crt', 'ca.key', 'desktop']),
    );
    expect(readdirSync(folder).filter((name) => /next|old|only/.test(name))).toEqual([]);
  });

  it('refuses a step out of order', () => {
    issue();
    issue('trust');
    expect(issue('trust')).toMatch(/Continue with switch/);
    expect(issue('retire')).toMatch(/Run switch first/);
    expect(issue('replace')).toMatch(/usage/);
  });
});

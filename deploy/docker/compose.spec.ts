import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { DesktopRelayConfig } from '@casement/desktop-relay/config.js';
import { natsUsers } from '@casement/proto/access/nats-permissions.js';
import { parse } from 'yaml';
import {
  configs,
  secretValues,
  serviceNames,
  variablesOf,
} from '../../k8s/tests/support/service-configs.js';

const repository = join(__dirname, '../..');
/** Packages whose code runs inside several services. */
const LIBRARIES = ['common', 'install/engine', 'install/windows-image'];
const file = readFileSync(join(repository, 'deploy/compose.yaml'), 'utf8');

interface Service {
  image: string;
  environment?: Record<string, string>;
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  networks?: string[] | Record<string, { ipv4_address?: string; aliases?: string[] }>;
  profiles?: string[];
  ports?: string[];
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  volumes?: string[];
}
const { services } = parse(file, { merge: true }) as { services: Record<string, Service> };

/** Settings that an operator provides in addition to the secrets. */
const SETTINGS: Record<string, string> = {
  PUBLIC_URL: 'https://casement.test',
  INSTALL_OWN_ADDRESSES: '203.0.113.7',
  ADMIN_USERNAME: 'operator',
  ADMIN_EMAIL: 'operator@casement.test',
  MAIL_FROM: 'Casement <no-reply@casement.test>',
  USD_IDR_RATE: '16250',
};

/** Settings of each payment provider. At least one provider is required. */
const PROVIDERS: Record<string, Record<string, string>> = {
  Tripay: {
    TRIPAY_BASE_URL: 'https://tripay.co.id/api',
    TRIPAY_API_KEY: secretValues['TRIPAY_API_KEY'],
    TRIPAY_PRIVATE_KEY: secretValues['TRIPAY_PRIVATE_KEY'],
    TRIPAY_MERCHANT_CODE: 'T12345',
  },
  Midtrans: {
    MIDTRANS_SNAP_URL: 'https://app.midtrans.com/snap/v1',
    MIDTRANS_API_URL: 'https://api.midtrans.com/v2',
    MIDTRANS_SERVER_KEY: secretValues['MIDTRANS_SERVER_KEY'],
  },
  Stripe: {
    STRIPE_SECRET_KEY: secretValues['STRIPE_SECRET_KEY'],
    STRIPE_WEBHOOK_SECRET: secretValues['STRIPE_WEBHOOK_SECRET'],
  },
  Binance: {
    BINANCE_BASE_URL: 'https://api.binance.com',
    BINANCE_API_KEY: secretValues['BINANCE_API_KEY'],
    BINANCE_API_SECRET: secretValues['BINANCE_API_SECRET'],
    BINANCE_RECEIVER_ID: '350000017',
  },
};

/** Interpolates `${NAME:-otherwise}`, `${NAME:?why}` and `${NAME}`, also nested, like compose. */
function interpolate(text: string, sampleValues: Record<string, string>): string {
  const inner = /\$\{(\w+)(?::([-?])([^${}]*))?\}/;
  for (;;) {
    const found = inner.exec(text);
    if (!found) return text;
    const [placeholder, name = '', kind, rest = ''] = found;
    const value = sampleValues[name] || (kind === '-' ? rest : undefined);
    if (value === undefined && kind === '?') throw new Error(`${name}: ${rest}`);
    text = text.replace(placeholder, () => value ?? '');
  }
}
const dataKeyOf = (service: string) => `${service.toUpperCase()}_DATA_ENCRYPTION_KEY`;
const sampleValues = (provider = PROVIDERS['Tripay']): Record<string, string> => ({
  ...SETTINGS,
  // Optional systems must be configured completely or not at all. The test omits them.
  ...Object.fromEntries(
    Object.entries(secretValues).filter(
      ([name]) => !/TRIPAY|BINANCE|MIDTRANS|STRIPE|S3/.test(name),
    ),
  ),
  ...provider,
  ...Object.fromEntries(
    ['POSTGRES', ...serviceNames.flatMap((name) => [`${name}_DB`, `NATS_${name}`])].map((name) => [
      `${name.toUpperCase()}_PASSWORD`,
      'p5f0c1d2e3',
    ]),
  ),
  ...Object.fromEntries(
    serviceNames.map((name) => [dataKeyOf(name), secretValues['DATA_ENCRYPTION_KEY']]),
  ),
});
const environmentOf = (name: string, values = sampleValues()) =>
  Object.fromEntries(
    Object.entries(services[name].environment ?? {}).map(([key, value]) => [
      key,
      interpolate(String(value), values),
    ]),
  );

describe('deploy/compose.yaml', () => {
  it.each(serviceNames.flatMap((name) => [name, `${name}-migration`]))(
    'gives %s an environment that is valid in production',
    (name) => {
      const service = serviceNames.find((one) => name.startsWith(one))!;
      const environment = environmentOf(name);
      expect(loadConfig(configs[service], environment)).toMatchObject({
        NODE_ENV: 'production',
        HTTP_HOST: '0.0.0.0',
      });
      const unknown = Object.keys(environment).filter((key) => !variablesOf(service).includes(key));
      expect(unknown).toEqual([]);
    },
  );

  it.each(Object.entries(PROVIDERS))(
    'starts billing with %s as its only payment provider',
    (_, one) => {
      expect(
        loadConfig(configs.billing, environmentOf('billing', sampleValues(one))),
      ).toMatchObject(one);
    },
  );

  it('does not start billing without a payment provider', () => {
    const load = () => loadConfig(configs.billing, environmentOf('billing', sampleValues({})));
    expect(load).toThrow(/: a payment provider \(.*\) is missing\.$/);
  });

  it('gives the desktop relay a valid production environment without secrets', () => {
    const environment = environmentOf('install-desktop');
    expect(loadConfig(DesktopRelayConfig, environment)).toMatchObject({
      NODE_ENV: 'production',
      HTTP_HOST: '0.0.0.0',
    });
    const known = Object.keys(DesktopRelayConfig.schema.shape);
    expect(Object.keys(environment).filter((key) => !known.includes(key))).toEqual([]);
    for (const secret of [...Object.values(secretValues), 'p5f0c1d2e3'])
      expect(Object.values(environment).join()).not.toContain(secret);
    expect(services['install-desktop']).toMatchObject({
      image: expect.stringMatching(/^\$\{IMAGE_PREFIX:-casement\}\/desktop-relay:/),
      build: { target: 'desktop-relay', args: { SERVICE: 'desktop-relay' } },
      volumes: ['./identity/desktop:/etc/casement/identity:ro'],
    });
  });

  it.each([
    ...Object.keys(SETTINGS),
    'SMTP_URL',
    'AUTH_DATA_ENCRYPTION_KEY',
    'JWT_SIGNING_KEY',
    'NATS_SECURITY_PASSWORD',
    'POSTGRES_PASSWORD',
  ])('explains the remedy if %s is missing', (name) => {
    const messages = [...file.matchAll(new RegExp(`\\$\\{${name}:\\?([^}]*)\\}`, 'g'))];
    expect(messages.some(([, message]) => message.length > 10)).toBe(true);
  });

  it('lists every operator setting in .env.example with the same default', () => {
    const example = readFileSync(join(repository, 'deploy/.env.example'), 'utf8');
    const sampleValues = Object.fromEntries(
      [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
        name,
        value.replaceAll('"', ''),
      ]),
    );
    const secrets = readFileSync(join(repository, 'deploy/docker/new-secrets.sh'), 'utf8');
    const forDevelopment = /^(NODE_ENV|\w+_ALLOWED_NETWORKS|INSTALL_TARGET_PORT)$/;
    const read = new Map(
      [...file.matchAll(/\$\{(\w+)(?::-([^${}]*))?/g)].map(([, name, value]) => [name, value]),
    );
    for (const [name, otherwise] of read) {
      if (/(_IMAGE|^IMAGE_PREFIX|^VERSION|_PASSWORD|_DATA_ENCRYPTION_KEY)$/.test(name)) continue;
      if (secrets.includes(`name ${name} `) || forDevelopment.test(name)) continue;
      expect(Object.keys(sampleValues)).toContain(name);
      if (otherwise && name !== 'GRPC_IDENTITY')
        expect([name, sampleValues[name]]).toEqual([name, otherwise]);
    }
    expect(Object.keys(sampleValues).filter((name) => !read.has(name))).toEqual([]);
  });

  it('gives every service a separate NATS user with the rights of the access table', () => {
    const users = natsUsers((service) => `$NATS_${service.toUpperCase()}_PASSWORD`);
    const conf = readFileSync(join(repository, 'deploy/docker/nats-users.conf'), 'utf8');
    expect(conf.slice(conf.indexOf('\n') + 1)).toBe(`${users}\n`);
    for (const name of serviceNames) {
      const { username } = new URL(environmentOf(name)['NATS_URL']);
      expect(username).toBe(name);
    }
    expect(services['nats'].volumes).toContain(
      './docker/nats-users.conf:/etc/nats/nats-users.conf:ro',
    );
  });

  it('gives every service a separate key for its sealed data', () => {
    for (const one of serviceNames)
      for (const name of [one, `${one}-migration`]) {
        const values = { ...sampleValues(), [dataKeyOf(one)]: 'k9:own' };
        expect(environmentOf(name, values)['DATA_ENCRYPTION_KEY']).toBe('k9:own');
      }
  });

  it('contains no secrets', () => {
    for (const { environment = {} } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/(PASSWORD|SECRET|_KEY|_KEY_ID|TOKEN)$/.test(name))
          expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{\w+:[-?][^}]*\}$/)]);
        else if (/^(DATABASE|NATS|SMTP)_URL$/.test(name))
          expect(value).not.toMatch(/:\/\/[^$]*:[^$]*@/);
  });

  it('starts no service before all migrations have finished', () => {
    for (const name of serviceNames)
      expect(services[name].depends_on).toMatchObject(
        Object.fromEntries(
          serviceNames.map((one) => [
            `${one}-migration`,
            { condition: 'service_completed_successfully' },
          ]),
        ),
      );
    for (const name of serviceNames)
      expect(services[`${name}-migration`]).toMatchObject({
        image: services[name].image,
        command: ['dist/migrate.js'],
      });
  });

  it('mounts gateway/kong.yml and has a container for each of its hosts', () => {
    const kong = parse(readFileSync(join(repository, 'gateway/kong.yml'), 'utf8')) as {
      services: { host: string; port: number }[];
      upstreams: { name: string; targets: { target: string }[] }[];
    };
    const targets = Object.fromEntries(kong.upstreams.map((one) => [one.name, one.targets]));
    for (const { host, port } of kong.services) {
      const alias = `${host}-replicas`;
      expect([host, environmentOf(host)['HTTP_PORT']]).toEqual([host, String(port)]);
      expect(targets[host]).toEqual([{ target: `${alias}:${port}` }]);
      expect(services[host].networks).toMatchObject({ edge: { aliases: [alias] } });
    }
    expect(services['gateway'].volumes).toContain('../gateway/kong.yml:/etc/kong/kong.yml:ro');
  });

  it("uses the standard error envelope for Kong's own refusals", () => {
    expect(services['gateway'].volumes).toContain('../gateway/error.json:/etc/kong/error.json:ro');
    expect(environmentOf('gateway')).toMatchObject({
      KONG_ERROR_TEMPLATE_JSON: '/etc/kong/error.json',
      KONG_ERROR_DEFAULT_TYPE: 'application/json',
    });
  });

  it('trusts client addresses only from the gateway', () => {
    const { edge } = services['gateway'].networks as Record<string, { ipv4_address: string }>;
    for (const name of [...serviceNames, 'install-desktop'])
      expect(environmentOf(name)['TRUSTED_PROXIES']).toBe(`${edge.ipv4_address}/32`);
  });

  it('isolates the gateway, the pages and the desktop relay from the databases', () => {
    expect(Object.keys(services['gateway'].networks!)).toEqual(['edge']);
    expect(Object.keys(services['web'].networks!)).toEqual(['edge']);
    expect(Object.keys(services['install-desktop'].networks!)).toEqual(['edge']);
    expect(services['postgres'].networks).toEqual(['inside']);
    expect(services['nats'].networks).toEqual(['inside']);
  });

  it('runs every container without capabilities on a read-only file system', () => {
    for (const [name, service] of Object.entries(services))
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
  });

  it('exposes only the gateway to other machines', () => {
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
    );
    expect(open).toEqual(['gateway']);
  });

  it('copies only files that .dockerignore allows', () => {
    const ignore = readFileSync(join(repository, '.dockerignore'), 'utf8').split('\n');
    const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8');
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
      names.split(' '),
    );
    expect(sources.length).toBeGreaterThan(15);
    const letIn = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    for (const source of sources)
      expect([
        source,
        letIn.some(
          (one) =>
            source === one || `${source}/`.startsWith(`${one}/`) || one.startsWith(`${source}/`),
        ),
      ]).toEqual([source, true]);
    expect(letIn.join()).not.toMatch(/\.env|\.git|\.data/);
  });

  it('excludes test-only code from the images', () => {
    const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8');
    const folders = [...serviceNames, ...LIBRARIES, 'desktop-relay'].flatMap((name) =>
      readdirSync(join(repository, 'services', name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((path) => /(^|\/)testing$/.test(path))
        .map((path) => `services/${name}/dist/${path}`),
    );
    expect(folders.length).toBeGreaterThan(2);
    const [removed] = /rm -rf [^&]+/.exec(dockerfile)!;
    for (const folder of folders) expect(removed.split(/\s+/)).toContain(folder);
  });

  it("copies the folders read by install's code into its image", () => {
    const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8');
    const folders = ['engine', 'windows-image'].flatMap((library) =>
      readdirSync(join(repository, 'services/install', library), { withFileTypes: true })
        .filter((one) => one.isDirectory() && !/^(src|test|node_modules|toolkit)$/.test(one.name))
        .map(({ name }) => `${library}/${name}`),
    );
    expect(folders).toEqual(expect.arrayContaining(['engine/vps', 'windows-image/images']));
    for (const folder of new Set([...folders, 'engine/dist', 'windows-image/dist']))
      expect(dockerfile).toContain(`COPY --from=build /app/services/install/${folder} ${folder}\n`);
  });

  it('installs every workspace of the lockfile', () => {
    const { workspaces } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8');
    for (const folder of workspaces)
      expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`);
  });
});

describe('docs/compose.md', () => {
  const guide = readFileSync(join(repository, 'docs/compose.md'), 'utf8');
  const { 1: setUp } = /^ *(\(umask .*new-secrets\.sh && .*)$/m.exec(guide)!;
  const { 1: upgrade } = /^ *(\(umask 077; \{\n[^]*?)\n *```$/m.exec(guide)!;
  const secretNames = [...file.matchAll(/\$\{(\w+):\?see docs\/compose\.md/g)];
  let folder: string;
  const envFile = () => join(folder, 'deploy/.env');
  const run = (commands: string) =>
    execFileSync('bash', ['-ec', commands], { cwd: folder, stdio: 'pipe' });
  const namesIn = (text: string) => [...text.matchAll(/^(\w+)=./gm)].map(([, name]) => name);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'compose-guide-'));
    for (const name of ['docker/new-secrets.sh', 'docker/new-certificates.sh', '.env.example'])
      cpSync(join(repository, 'deploy', name), join(folder, 'deploy', name));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('creates an .env that only its owner can read, and never overwrites it', () => {
    run(setUp);
    expect(statSync(envFile()).mode & 0o777).toBe(0o600);
    const created = readFileSync(envFile(), 'utf8');
    expect(namesIn(created)).toEqual(expect.arrayContaining(secretNames.map(([, name]) => name)));
    expect(() => run(setUp)).toThrow('cannot overwrite existing file');
    expect(readFileSync(envFile(), 'utf8')).toBe(created);
  });

  it('adds the secrets that an .env of 0.1.0 lacks', () => {
    const old = namesIn(run('deploy/docker/new-secrets.sh').toString()).filter(
      (name) => !/^NATS_|_DATA_ENCRYPTION_KEY$|^GATEWAY_LOG/.test(name),
    );
    // The last line has no line break.
    const lines = ['DATA_ENCRYPTION_KEY=k1:old', ...old.map((name) => `${name}=old`)];
    writeFileSync(envFile(), lines.join('\n'));
    run(upgrade);
    const upgraded = readFileSync(envFile(), 'utf8');
    expect(namesIn(upgraded)).toEqual(expect.arrayContaining(secretNames.map(([, name]) => name)));
    for (const service of serviceNames)
      expect(upgraded).toContain(`\n${dataKeyOf(service)}=k1:old\n`);
    expect(readdirSync(join(folder, 'deploy')).sort()).toEqual(['.env', '.env.example', 'docker']);
  });

  it('creates certificates that containers can read, whatever the umask', () => {
    run('umask 077; deploy/docker/new-certificates.sh');
    const modes = ['', '/auth', '/auth/tls.key', '/auth/tls.crt', '/auth/ca.crt', '/ca.key'].map(
      (path) => (statSync(join(folder, `deploy/identity${path}`)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['700', '755', '644', '644', '644', '600']);
  });

  it('leaves no file with secrets to git', () => {
    const ignored = readFileSync(join(repository, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['deploy/.env*', 'deploy/identity/']));
  });

  it('leaves no required setting with a value that looks real', () => {
    const example = readFileSync(join(repository, 'deploy/.env.example'), 'utf8');
    const required = [...file.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(namesIn(example).filter((name) => required.includes(name))).toEqual([]);
  });
});

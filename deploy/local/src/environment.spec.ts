import { DesktopRelayConfig } from '@casement/desktop-relay/config.js';
import { variablesOf } from '../../../k8s/tests/support/service-configs.js';
import { serviceNames, type Addresses, type ServiceName } from './addresses.js';
import {
  gatewayEnvironment,
  relayEnvironment,
  serviceEnvironment,
  webEnvironment,
  type ProcessContext,
} from './environment.js';
import type { Secrets } from './secrets.js';
import { chooseTargetPort, readSettings } from './settings.js';

const RELAY_VARIABLES = Object.keys(DesktopRelayConfig.schema.shape);

function context(
  env: Record<string, string> = {},
  further: Addresses['further'] = [],
): ProcessContext {
  const http = {
    auth: 1,
    billing: 2,
    install: 3,
    telegram: 4,
    security: 5,
    web: 6,
    'install-desktop': 7,
  };
  const addresses: Addresses = { http, grpc: { ...http }, further };
  const urls = serviceNames.map((name) => [name, `postgres://127.0.0.1/${name}`]);
  const secrets: Secrets = {
    jwtSigningKey: 'jwt',
    dataEncryptionKey: '1:key',
    databaseKey: 'db',
    tripay: { apiKey: 'tripay-key', privateKey: 'tripay-private', merchantCode: 'T0001' },
    binance: { apiKey: 'binance-key', apiSecret: 'binance-secret', receiverId: '1' },
    telegram: { botToken: '1:bot', backupBotToken: '2:backup' },
    adminPassword: 'generated',
  };
  return {
    settings: readSettings(env),
    secrets,
    addresses,
    databaseUrls: Object.fromEntries(urls) as Record<ServiceName, string>,
    natsUrls: Object.fromEntries(
      serviceNames.map((name) => [name, `nats://${name}:nats-of-${name}@n`]),
    ) as Record<ServiceName, string>,
    variables: Object.fromEntries(
      serviceNames.map((name) => [name, new Set(variablesOf(name))]),
    ) as unknown as ProcessContext['variables'],
    identities: '/identities',
    smtpUrl: 'smtp://s',
    sandboxUrl: 'http://localhost:8090',
    targetPort: '2345',
  };
}

describe('process environments', () => {
  it('pass a secret only to its owner', () => {
    const values = (name: ServiceName) => Object.values(serviceEnvironment(name, context()));
    const holders = (secret: string) =>
      serviceNames.filter((name) => values(name).some((value) => value?.includes(secret)));
    expect(holders('jwt')).toEqual(['auth']);
    expect(holders('generated')).toEqual(['auth']);
    expect(holders('tripay-private')).toEqual(['billing']);
    expect(holders('binance-secret')).toEqual(['billing']);
    expect(holders('1:bot')).toEqual(['telegram']);
    for (const name of serviceNames) expect(holders(`nats-of-${name}`)).toEqual([name]);
  });

  it('contain only user settings that the process names in its own config', () => {
    const configured = context({
      TRIPAY_PRIVATE_KEY: 'given-tripay',
      JWT_SIGNING_KEY: 'given-jwt',
      GATEWAY_LOG_SECRET: 'given-log',
      AWS_SECRET_ACCESS_KEY: 'given-cloud',
      PATH: '/bin',
    });
    const environments = {
      ...Object.fromEntries(
        serviceNames.map((name) => [name, serviceEnvironment(name, configured)]),
      ),
      relay: relayEnvironment(configured, RELAY_VARIABLES),
      web: webEnvironment(configured),
      gateway: gatewayEnvironment(configured, 'kong.yml'),
    };
    const holders = (secret: string) =>
      Object.entries(environments)
        .filter(([, env]) => Object.values(env).includes(secret))
        .map(([name]) => name);
    expect(holders('given-tripay')).toEqual(['billing']);
    expect(holders('given-jwt')).toEqual(['auth']);
    expect(holders('given-log')).toEqual(['security', 'gateway']);
    expect(holders('given-cloud')).toEqual([]);
    expect(holders('/bin')).toEqual([...serviceNames, 'relay', 'web', 'gateway']);
  });

  it('give each service its own certificate and require those of others', () => {
    for (const name of serviceNames)
      expect(serviceEnvironment(name, context())).toMatchObject({
        GRPC_IDENTITY: 'require',
        IDENTITY_DIR: `/identities/${name}`,
      });
    const without = { ...context(), identities: '' };
    expect(serviceEnvironment('auth', without)['GRPC_IDENTITY']).toBe('off');
  });

  it("give the desktop relay its certificate and install's networks, but no secret", () => {
    const relay = relayEnvironment(context({ PATH: '/bin' }), RELAY_VARIABLES);
    expect(relay).toEqual({
      NODE_ENV: 'development',
      PATH: '/bin',
      LOG_LEVEL: 'info',
      DRAIN_MS: '0',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: '7',
      TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
      GRPC_IDENTITY: 'require',
      IDENTITY_DIR: '/identities/desktop',
      INSTALL_GRPC_URL: '127.0.0.1:3',
      PUBLIC_URL: 'http://localhost:8080',
      INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32',
      INSTALL_OWN_ADDRESSES: '127.0.0.1/32,::1/128',
    });
    for (const name of ['INSTALL_ALLOWED_NETWORKS', 'INSTALL_OWN_ADDRESSES'])
      expect(relay[name]).toBe(serviceEnvironment('install', context())[name]);
  });

  it('§2, §3, §4 set default support chat, address and status page for the web', () => {
    expect(webEnvironment(context())).toMatchObject({
      SUPPORT_CHAT_URL: 'http://localhost:8090/support',
      SUPPORT_EMAIL: 'support@casement.local',
      STATUS_PAGE_URL: 'http://localhost:8090/status',
    });
    const own = { SUPPORT_CHAT_URL: 'https://t.me/ours' };
    expect(webEnvironment(context(own))).toMatchObject(own);
  });

  it('point billing at the sandbox unless a real system is configured', () => {
    const sandboxed = serviceEnvironment('billing', context());
    expect(sandboxed['TRIPAY_BASE_URL']).toBe('http://localhost:8090/api-sandbox');
    const real = serviceEnvironment(
      'billing',
      context({ TRIPAY_BASE_URL: 'https://tripay.co.id/api' }),
    );
    expect(real['TRIPAY_BASE_URL']).toBe('https://tripay.co.id/api');
    expect(real).not.toHaveProperty('TRIPAY_PRIVATE_KEY');
    expect(real['BINANCE_BASE_URL']).toBe('http://localhost:8090');
  });

  it('point telegram at the sandbox unless a real bot is configured', () => {
    expect(serviceEnvironment('telegram', context())).toMatchObject({
      TELEGRAM_API_ROOT: 'http://localhost:8090',
      TELEGRAM_LINK_BASE: 'http://localhost:8090/telegram',
      TELEGRAM_BOT_TOKEN: '1:bot',
      TELEGRAM_BACKUP_BOT_TOKEN: '2:backup',
    });
    const real = serviceEnvironment('telegram', context({ TELEGRAM_BOT_TOKEN: '3:real' }));
    expect(real['TELEGRAM_BOT_TOKEN']).toBe('3:real');
    for (const name of ['TELEGRAM_API_ROOT', 'TELEGRAM_LINK_BASE', 'TELEGRAM_BACKUP_BOT_TOKEN']) {
      expect(real).not.toHaveProperty(name);
    }
  });

  it('let the user override a development default', () => {
    const env = serviceEnvironment(
      'install',
      context({ INSTALL_ALLOWED_NETWORKS: '192.0.2.0/24' }),
    );
    expect(env['INSTALL_ALLOWED_NETWORKS']).toBe('192.0.2.0/24');
  });

  it('give install the recorded target port for any user', () => {
    const port = (env: Record<string, string>) =>
      serviceEnvironment('install', context(env))['INSTALL_TARGET_PORT'];
    expect(port({})).toBe('2345');
    expect(port({ INSTALL_TARGET_PORT: '2346' })).toBe('2346');
  });

  it.each([
    [0, {}, '22'],
    [1000, {}, '2222'],
    [1000, { INSTALL_TARGET_PORT: '2346' }, '2346'],
  ])('select the port for user %i with %j: %s', (uid, env, port) => {
    expect(chooseTargetPort(readSettings(env), uid)).toBe(port);
  });

  it('use a given password instead of a generated one', () => {
    const env = serviceEnvironment('auth', context({ ADMIN_PASSWORD: 'given' }));
    expect(env['ADMIN_PASSWORD']).toBe('given');
  });

  it("map kong.yml's host names to the addresses of the services", () => {
    const env = gatewayEnvironment(context(), 'kong.yml');
    expect(JSON.parse(env['UPSTREAMS'] ?? '')).toMatchObject({
      auth: '127.0.0.1:1',
      web: '127.0.0.1:6',
    });
  });

  describe('with two replicas of every service', () => {
    const http = {
      auth: 11,
      billing: 12,
      install: 13,
      telegram: 14,
      security: 15,
      'install-desktop': 17,
    };
    const grpc = { auth: 21, billing: 22, install: 23, telegram: 24, security: 25 };
    const two = () => context({}, [{ http, grpc }]);

    it('give each its own ports and list both for clients', () => {
      const second = serviceEnvironment('billing', two(), 1);
      expect(second).toMatchObject({ HTTP_PORT: '12', GRPC_PORT: '22' });
      expect(serviceEnvironment('billing', two())).toMatchObject({ HTTP_PORT: '2' });
      expect(second['AUTH_GRPC_URL']).toBe('ipv4:127.0.0.1:1,127.0.0.1:21');
      const gateway = gatewayEnvironment(two(), 'kong.yml');
      expect(JSON.parse(gateway['UPSTREAMS'] ?? '')).toEqual({
        auth: '127.0.0.1:1,127.0.0.1:11',
        billing: '127.0.0.1:2,127.0.0.1:12',
        install: '127.0.0.1:3,127.0.0.1:13',
        telegram: '127.0.0.1:4,127.0.0.1:14',
        security: '127.0.0.1:5,127.0.0.1:15',
        web: '127.0.0.1:6',
        'install-desktop': '127.0.0.1:7,127.0.0.1:17',
      });
    });

    it('let a stopping replica drain, but not a single instance', () => {
      expect(serviceEnvironment('auth', two(), 1)).not.toHaveProperty('DRAIN_MS');
      expect(serviceEnvironment('auth', context())['DRAIN_MS']).toBe('0');
    });
  });
});

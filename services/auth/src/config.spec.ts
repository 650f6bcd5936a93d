import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { AuthConfig, DEVELOPMENT_KEY } from './config.js';

const base = {
  DATABASE_URL: 'postgres://localhost/auth',
  NATS_URL: 'nats://localhost:4222',
  AUTH_JWKS_URL: 'http://localhost:3000/internal/jwks.json',
};
const production = {
  ...base,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://casement.example',
  TRUSTED_PROXIES: '10.0.0.0/8',
  DATA_ENCRYPTION_KEY: `k1:${randomBytes(32).toString('base64')}`,
  JWT_SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  ADMIN_USERNAME: 'admin',
  ADMIN_EMAIL: 'admin@casement.example',
  SMTP_URL: 'smtps://mail.casement.example',
  MAIL_FROM: 'Casement <no-reply@casement.example>',
  BILLING_GRPC_URL: 'billing:5000',
  INSTALL_GRPC_URL: 'install:5000',
  TELEGRAM_GRPC_URL: 'telegram:5000',
};

describe(AuthConfig.name, () => {
  it('requires no auth variables in development', () => {
    expect(loadConfig(AuthConfig, base)).toMatchObject({
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: '',
      JWT_SIGNING_KEY: DEVELOPMENT_KEY,
      THROTTLE_FACTOR: 1,
    });
  });

  it('accepts a complete production environment without an administrator password', () => {
    expect(loadConfig(AuthConfig, production)).toMatchObject({ ADMIN_PASSWORD: '' });
  });

  it.each([
    ['JWT_SIGNING_KEY', ''],
    ['JWT_SIGNING_KEY', DEVELOPMENT_KEY],
    ['PUBLIC_URL', 'http://casement.example'],
    ['ADMIN_USERNAME', ''],
    ['ADMIN_EMAIL', ''],
    ['ADMIN_EMAIL', 'not-an-address'],
    ['ADMIN_PASSWORD', 'changeme'],
    ['ADMIN_PASSWORD', 'password'],
    ['ADMIN_PASSWORD', 'Short-1!'],
    ['SMTP_URL', ''],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', ''],
  ])('rejects %s=%j in production without quoting the value', (name, value) => {
    const load = () => loadConfig(AuthConfig, { ...production, [name]: value });
    expect(load).toThrow(name);
    if (value !== '') expect(load).not.toThrow(value);
  });

  it('accepts an http PUBLIC_URL in production only with PUBLIC_URL_ALLOW_HTTP', () => {
    const http = { ...production, PUBLIC_URL: 'http://casement.example' };
    expect(() => loadConfig(AuthConfig, http)).toThrow('PUBLIC_URL_ALLOW_HTTP=true allows');
    const allowed = { ...http, PUBLIC_URL_ALLOW_HTTP: 'true' };
    expect(loadConfig(AuthConfig, allowed).PUBLIC_URL).toBe('http://casement.example');
  });
});

import { loadConfig } from '@casement/common/core/config/load-config.js';
import { SecurityConfig } from './config.js';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/security',
  NATS_URL: 'nats://localhost:4222',
  AUTH_JWKS_URL: 'http://localhost/jwks.json',
  AUTH_GRPC_URL: 'auth:5000',
  PUBLIC_URL: 'https://casement.test',
  TRUSTED_PROXIES: '10.0.0.0/8',
  SECURITY_ALLOWLIST: '10.0.0.1',
  DATA_ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};
const load = (more: Record<string, string>) =>
  loadConfig(SecurityConfig, { ...production, ...more });

describe('security config', () => {
  it('requires the gateway log secret if identities are required', () => {
    expect(load({ GRPC_IDENTITY: 'accept' }).GATEWAY_LOG_SECRET).toBe('');
    expect(() => load({ GRPC_IDENTITY: 'require' })).toThrow('GATEWAY_LOG_SECRET is missing');
    const settings = { GRPC_IDENTITY: 'require', GATEWAY_LOG_SECRET: 'k8Zq0vW2nT5yR7uB' };
    expect(load(settings).GATEWAY_LOG_SECRET).toBe('k8Zq0vW2nT5yR7uB');
  });
});

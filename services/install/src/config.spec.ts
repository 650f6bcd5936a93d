import { loadConfig } from '@casement/common/config/load-config.js';
import { InstallConfig } from './config.js';

const ENV = {
  DATABASE_URL: 'postgres://localhost/install',
  NATS_URL: 'nats://localhost',
  AUTH_JWKS_URL: 'http://auth:3000/internal/jwks.json',
};
const PRODUCTION = {
  ...ENV,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://example.com',
  TRUSTED_PROXIES: '10.0.0.1',
  DATA_ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  BILLING_GRPC_URL: 'billing:5000',
  AUTH_GRPC_URL: 'auth:5000',
  INSTALL_AGENT_URL: 'https://example.com',
  INSTALL_OWN_ADDRESSES: '203.0.113.5, 198.51.100.0/24',
};
const load = (env: Record<string, string>) => loadConfig(InstallConfig, env);

describe('the settings of the install service', () => {
  it('remove a slash from the end of the agent’s address', () => {
    expect(load({ ...ENV, INSTALL_AGENT_URL: 'https://example.com/' }).INSTALL_AGENT_URL).toBe(
      'https://example.com',
    );
  });

  it.each(['https://example.com/?a=1&calc', 'https://example.com/%PATH%', 'example.com'])(
    'refuse %s, which Windows would not be given as it is',
    (url) => expect(() => load({ ...ENV, INSTALL_AGENT_URL: url })).toThrow('INSTALL_AGENT_URL'),
  );

  it('demand https and an address policy without exceptions in production', () => {
    expect(load(PRODUCTION).INSTALL_AGENT_URL).toBe('https://example.com');
    const plain = { ...PRODUCTION, INSTALL_AGENT_URL: 'http://example.com' };
    expect(() => load(plain)).toThrow('INSTALL_AGENT_URL');
    const lab = { ...PRODUCTION, INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32' };
    expect(() => load(lab)).toThrow('INSTALL_ALLOWED_NETWORKS');
    const receiver = { ...PRODUCTION, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.10/32' };
    expect(() => load(receiver)).toThrow('WEBHOOK_ALLOWED_NETWORKS');
  });

  it('demand https of the object store in production, unless it is within a private network', () => {
    const bucket = {
      IMAGE_S3_ENDPOINT: 'http://minio.storage:9000',
      IMAGE_S3_BUCKET: 'images',
      IMAGE_S3_ACCESS_KEY_ID: 'k8Zq0vW2nT5yR7uF',
      IMAGE_S3_SECRET_ACCESS_KEY: 'k8Zq0vW2nT5yR7uG',
    };
    expect(load({ ...ENV, ...bucket }).IMAGE_S3_ALLOW_HTTP).toBe(false);
    expect(() => load({ ...PRODUCTION, ...bucket })).toThrow('IMAGE_S3_ALLOW_HTTP=true');
    const allowed = { ...PRODUCTION, ...bucket, IMAGE_S3_ALLOW_HTTP: 'true' };
    expect(load(allowed).IMAGE_S3_ENDPOINT).toBe('http://minio.storage:9000');
    const encrypted = { ...PRODUCTION, ...bucket, IMAGE_S3_ENDPOINT: 'https://s3.example.com' };
    expect(load(encrypted).IMAGE_S3_ALLOW_HTTP).toBe(false);
  });

  it('demand our own addresses in production, as addresses or CIDRs', () => {
    expect(load(PRODUCTION).INSTALL_OWN_ADDRESSES).toEqual(['203.0.113.5', '198.51.100.0/24']);
    for (const own of ['', ',', '203.0.113.5/40', 'example.com', '203.0.113.5 198.51.100.1']) {
      const wrong = { ...PRODUCTION, INSTALL_OWN_ADDRESSES: own };
      expect(() => load(wrong)).toThrow('INSTALL_OWN_ADDRESSES');
    }
  });

  it('name the list of networks that holds what is none', () => {
    const wrong = { ...ENV, INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32,lab' };
    expect(() => load(wrong)).toThrow('INSTALL_ALLOWED_NETWORKS');
    expect(load(ENV).INSTALL_ALLOWED_NETWORKS).toEqual([]);
  });
});

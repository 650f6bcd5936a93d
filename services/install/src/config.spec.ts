import { loadConfig } from '@casement/common/core/config/load-config.js';
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

describe('install service settings', () => {
  it('removes a trailing slash from the agent’s URL', () => {
    expect(load({ ...ENV, INSTALL_AGENT_URL: 'https://example.com/' }).INSTALL_AGENT_URL).toBe(
      'https://example.com',
    );
  });

  it.each(['https://example.com/?a=1&calc', 'https://example.com/%PATH%', 'example.com'])(
    'rejects %s, which the Windows batch file would alter',
    (url) => expect(() => load({ ...ENV, INSTALL_AGENT_URL: url })).toThrow('INSTALL_AGENT_URL'),
  );

  it('requires https and an address policy without exceptions in production', () => {
    expect(load(PRODUCTION).INSTALL_AGENT_URL).toBe('https://example.com');
    const plain = { ...PRODUCTION, INSTALL_AGENT_URL: 'http://example.com' };
    expect(() => load(plain)).toThrow('INSTALL_AGENT_URL');
    const lab = { ...PRODUCTION, INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32' };
    expect(() => load(lab)).toThrow('INSTALL_ALLOWED_NETWORKS');
    const receiver = { ...PRODUCTION, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.10/32' };
    expect(() => load(receiver)).toThrow('WEBHOOK_ALLOWED_NETWORKS');
  });

  it('requires https for the object store in production unless plain HTTP is allowed explicitly', () => {
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

  describe('IMAGE_ORIGINS', () => {
    const BUCKET = {
      name: 'jakarta',
      endpoint: 'https://s3.example.com',
      bucket: 'images',
      access_key_id: 'k8Zq0vW2nT5yR7uF',
      secret_access_key: 'k8Zq0vW2nT5yR7uG',
    };
    const CDN = { name: 'cdn', url: 'https://cdn.example.com/images/' };
    const of = (...origins: object[]) => ({ IMAGE_ORIGINS: JSON.stringify(origins) });

    it('accepts an ordered list of buckets and URLs, or an empty value', () => {
      expect(load({ ...ENV, ...of(BUCKET, CDN) }).IMAGE_ORIGINS).toEqual([
        { ...BUCKET, region: 'us-east-1', prefix: '' },
        CDN,
      ]);
      for (const none of ['', ' ', '[]']) {
        expect(load({ ...ENV, IMAGE_ORIGINS: none }).IMAGE_ORIGINS).toEqual([]);
      }
    });

    it.each<[string, object[], string]>([
      ['an origin without an address', [{ name: 'a' }], 'either url'],
      ['an origin with both a URL and a bucket', [{ ...BUCKET, ...CDN }], 'either url'],
      ['an incomplete bucket', [{ ...BUCKET, secret_access_key: '' }], 'either url'],
      ['a prefix without a final slash', [{ ...BUCKET, prefix: 'a' }], 'either url'],
      ['a URL without a final slash', [{ ...CDN, url: 'https://cdn.example.com/a' }], 'either url'],
      ['a name with a space', [{ ...CDN, name: 'a b' }], 'either url'],
      ['the reserved name "own"', [{ ...CDN, name: 'own' }], 'either url'],
      ['an invalid region name', [{ ...CDN, worker_region: 'East Asia' }], 'either url'],
      ['a duplicate name', [CDN, { ...BUCKET, name: 'cdn' }], 'must name cdn once'],
      ['more origins than a preflight can measure', Array<object>(7).fill(CDN), '6 origins'],
    ])('rejects %s', (_, origins, message) => {
      expect(() => load({ ...ENV, ...of(...origins) })).toThrow(message);
    });

    it('accepts a worker region for each origin', () => {
      const placed = { ...CDN, worker_region: 'asia' };
      const { INSTALL_REGION, IMAGE_ORIGINS } = load({
        ...ENV,
        ...of(placed),
        INSTALL_REGION: 'europe',
      });
      expect([INSTALL_REGION, IMAGE_ORIGINS]).toEqual(['europe', [placed]]);
      expect(() => load({ ...ENV, INSTALL_REGION: 'East Asia' })).toThrow('INSTALL_REGION');
    });

    it('rejects invalid JSON without quoting the value', () => {
      const wrong = { ...ENV, IMAGE_ORIGINS: '[{"secret":"k8Zq0vW2nT5yR7uF"' };
      expect(() => load(wrong)).toThrow('must be a list in JSON');
      expect(() => load(wrong)).not.toThrow('k8Zq0vW2nT5yR7uF');
    });

    it('requires https in production, like the object store', () => {
      const plain = { ...PRODUCTION, ...of({ ...CDN, url: 'http://cdn.example.com/' }) };
      expect(() => load(plain)).toThrow('must have https:// addresses in production (cdn');
      expect(load({ ...plain, IMAGE_S3_ALLOW_HTTP: 'true' }).IMAGE_ORIGINS).toHaveLength(1);
    });
  });

  it('requires our own addresses in production, as addresses or CIDRs', () => {
    expect(load(PRODUCTION).INSTALL_OWN_ADDRESSES).toEqual(['203.0.113.5', '198.51.100.0/24']);
    for (const own of ['', ',', '203.0.113.5/40', 'example.com', '203.0.113.5 198.51.100.1']) {
      const wrong = { ...PRODUCTION, INSTALL_OWN_ADDRESSES: own };
      expect(() => load(wrong)).toThrow('INSTALL_OWN_ADDRESSES');
    }
  });

  it('names the setting with an invalid network', () => {
    const wrong = { ...ENV, INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32,lab' };
    expect(() => load(wrong)).toThrow('INSTALL_ALLOWED_NETWORKS');
    expect(load(ENV).INSTALL_ALLOWED_NETWORKS).toEqual([]);
  });
});

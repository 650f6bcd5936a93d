import { loadConfig } from '@casement/common/core/config/load-config.js';
import { DesktopRelayConfig } from './config.js';

const production = {
  NODE_ENV: 'production',
  TRUSTED_PROXIES: '10.0.0.0/8',
  PUBLIC_URL: 'https://casement.test',
  INSTALL_GRPC_URL: 'install:5000',
  INSTALL_OWN_ADDRESSES: '203.0.113.5',
};
const load = (env: Record<string, string>) => loadConfig(DesktopRelayConfig, env);

describe(DesktopRelayConfig.name, () => {
  it('needs no database, NATS or key', () => {
    expect(load(production)).toMatchObject({ HTTP_PORT: 3006, DESKTOP_MAX_SESSIONS: 200 });
    expect(Object.keys(load(production))).not.toContain('DATABASE_URL');
  });

  it('rejects address policy exemptions in production and requires our own addresses', () => {
    const lab = { ...production, INSTALL_ALLOWED_NETWORKS: '10.0.0.0/8' };
    expect(() => load(lab)).toThrow('INSTALL_ALLOWED_NETWORKS must be empty in production');
    expect(() => load({ ...production, INSTALL_OWN_ADDRESSES: '' })).toThrow(
      'INSTALL_OWN_ADDRESSES',
    );
  });
});

import { z } from 'zod';
import { baseSchema, configOf, inDevelopment, secret } from './base-config.js';
import { listOf } from './list-of.js';
import { BadConfig, loadConfig } from './load-config.js';

class Config extends configOf(
  baseSchema.extend({
    API_KEY: secret('development-api-key'),
    API_URL: inDevelopment(z.url(), 'http://localhost:1234'),
    RATE: z.coerce.number().int().max(10).default(3),
    NETWORKS: listOf(z.cidrv4()).default([]),
  }),
) {}

const development = {
  DATABASE_URL: 'postgres://localhost/x',
  NATS_URL: 'nats://localhost:4222',
  AUTH_JWKS_URL: 'http://localhost:3000/internal/jwks.json',
};
const production = {
  ...development,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://casement.test',
  TRUSTED_PROXIES: '10.0.0.0/8',
  DATA_ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  API_KEY: 'k8Zq0vW2nT5yR7uB',
  API_URL: 'https://api.test',
};

const problems = (env: Record<string, string | undefined>): string[] => {
  try {
    loadConfig(Config, env);
    return [];
  } catch (error) {
    return (error as BadConfig).problems;
  }
};

describe(loadConfig.name, () => {
  it('returns an instance of the class with numbers, lists and defaults', () => {
    const config = loadConfig(Config, {
      ...development,
      RATE: '7',
      NETWORKS: '10.0.0.0/8, 1.2.3.0/24',
    });
    expect(config).toBeInstanceOf(Config);
    expect(config).toMatchObject({
      RATE: 7,
      NETWORKS: ['10.0.0.0/8', '1.2.3.0/24'],
      HTTP_PORT: 3000,
    });
  });

  it('applies development defaults in development only', () => {
    expect(loadConfig(Config, development).API_KEY).toBe('development-api-key');
    expect(problems({ NODE_ENV: 'production' }).sort()).toEqual([
      'API_KEY is missing',
      'API_URL is missing',
      'AUTH_JWKS_URL is missing',
      'DATABASE_URL is missing',
      'DATA_ENCRYPTION_KEY is missing',
      'NATS_URL is missing',
      'PUBLIC_URL is missing',
      'TRUSTED_PROXIES is missing',
    ]);
  });

  it('trusts only loopback proxies in development and requires the setting in production', () => {
    expect(loadConfig(Config, development).TRUSTED_PROXIES).toEqual(['127.0.0.1/32', '::1/128']);
    expect(loadConfig(Config, production).TRUSTED_PROXIES).toEqual(['10.0.0.0/8']);
    expect(problems({ ...production, TRUSTED_PROXIES: ' ' })).toEqual([
      'TRUSTED_PROXIES is missing',
    ]);
  });

  it('accepts a complete production environment', () => {
    expect(problems(production)).toEqual([]);
  });

  it.each(['development-api-key', 'changeme-changeme', '<your api key>', 'secret', 'k8Zq0vW2'])(
    'rejects %p as a secret in production without printing it',
    (value) => {
      const [problem, ...others] = problems({ ...production, API_KEY: value });
      expect(others).toEqual([]);
      expect(problem).toMatch(/^API_KEY (still has|is a placeholder|is shorter)/);
      expect(problem).not.toContain(value);
    },
  );

  it('names every invalid variable in one sentence and hides the values', () => {
    const env = {
      ...development,
      DATABASE_URL: 'mysql://root:hunter2@db',
      RATE: '99887766',
      API_URL: 'hunter3',
      LOG_LEVEL: 'hunter4',
      HTTP_PORT: 'hunter5',
      TRUSTED_PROXIES: 'hunter6',
    };
    expect(() => loadConfig(Config, env)).toThrow(BadConfig);
    const text = `The configuration is not usable: ${problems(env).join('; ')}.`;
    for (const name of [
      'DATABASE_URL',
      'RATE',
      'API_URL',
      'LOG_LEVEL',
      'HTTP_PORT',
      'TRUSTED_PROXIES',
    ])
      expect(text).toContain(name);
    expect(text).not.toMatch(/hunter|99887766/);
  });

  it('treats an empty variable as missing', () => {
    expect(problems({ ...development, NATS_URL: '  ' })).toEqual(['NATS_URL is missing']);
  });
});

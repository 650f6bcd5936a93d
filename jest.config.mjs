/**
 * Three kinds of tests: small (next to the source), medium (real PostgreSQL and NATS) and e2e. The e2e tests are
 * Playwright in web/e2e, which Jest does not run, and `start`, which runs the built product.
 *
 * Code is transformed to CommonJS because Jest's native ESM mode leaks memory between suites.
 */
const esmPackages = [
  '@nestjs',
  'otplib',
  '@otplib',
  '@noble',
  '@scure',
  'jose',
  'uuid',
  'postal-mime',
  '@seriousme',
  'openapi-typescript',
  'parse-json',
  'index-to-position',
  'change-case',
  'supports-color',
];

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/deploy/local/src/testing/environment.mjs',
  runtime: '<rootDir>/deploy/local/src/testing/runtime.mjs',
  // Node's own streams call these through the global object that they share with the tests. Fake versions would stall
  // them.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
  transform: {
    '^.+\\.m?[tj]sx?$': ['@swc/jest', { module: { type: 'commonjs' }, jsc: { target: 'es2022' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  moduleNameMapper: {
    '^@casement/client$': '<rootDir>/proto/client/src/index',
    '^@casement/proto/(.*)\\.js$': '<rootDir>/proto/$1',
    '^@casement/windows-image/(.*)\\.js$': '<rootDir>/services/install/windows-image/src/$1',
    '^@casement/install-engine/(.*)\\.js$': '<rootDir>/services/install/engine/src/$1',
    '^@casement/(common|auth|billing|install|telegram|security|desktop-relay)/(.*)\\.js$':
      '<rootDir>/services/$1/src/$2',
    '^@casement/(local|sandbox)/(.*)\\.js$': '<rootDir>/deploy/$1/src/$2',
    '^@casement/gateway/(.*)\\.js$': '<rootDir>/gateway/local/src/$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/'],
};

export default {
  // Jest accepts these options only for all projects together. The timeout catches tests that hang, not tests that
  // are slow on a busy machine.
  testTimeout: 600_000,
  testSequencer: '<rootDir>/deploy/local/src/testing/longest-first.mjs',
  projects: [
    {
      ...shared,
      displayName: 'small',
      testMatch: [
        '<rootDir>/proto/**/*.spec.ts',
        '<rootDir>/services/*/src/**/*.spec.ts',
        '<rootDir>/services/install/{engine,windows-image}/src/**/*.spec.ts',
        '<rootDir>/gateway/local/src/**/*.spec.ts',
        '<rootDir>/deploy/{local,sandbox,demo}/src/**/*.spec.ts',
        '<rootDir>/web/server/src/**/*.spec.ts',
        '<rootDir>/deploy/{docker,operate}/**/*.spec.ts',
        '<rootDir>/{cli/src,docs}/**/*.spec.ts',
        '<rootDir>/web/api-docs/**/*.spec.ts',
        '<rootDir>/k8s/tests/**/*.spec.ts',
      ],
    },
    {
      ...shared,
      displayName: 'medium',
      testMatch: [
        '<rootDir>/services/*/test/medium/**/*.spec.ts',
        '<rootDir>/services/install/{engine,windows-image}/test/medium/**/*.spec.ts',
        '<rootDir>/gateway/local/test/**/*.spec.ts',
        '<rootDir>/{deploy/local,cli}/test/**/*.spec.ts',
      ],
      // Run by `make nats-check` (clusters of three and five servers) and `make judges` (remote desktop servers that
      // it builds).
      testPathIgnorePatterns: [
        '/node_modules/',
        ...(process.env.NATS_CLUSTER ? [] : ['/test/medium/nats-cluster\\.spec\\.ts$']),
        ...(process.env.JUDGE_FREERDP3 ? [] : ['/test/medium/rdp-judges\\.spec\\.ts$']),
      ],
      globalSetup: '<rootDir>/deploy/local/src/testing/global-setup.ts',
      globalTeardown: '<rootDir>/deploy/local/src/testing/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'start',
      testMatch: ['<rootDir>/deploy/{local,demo}/e2e/**/*.spec.ts'],
    },
    '<rootDir>/web/jest.config.mjs',
  ],
};

/**
 * Route-level render tests of the SPA in jsdom with an API mocked by MSW. Run with `npx jest --selectProjects web`.
 */
const esmPackages = [
  'msw',
  '@mswjs',
  '@bundled-es-modules',
  'until-async',
  'rettime',
  'outvariant',
  'strict-event-emitter',
  'is-node-process',
  'headers-polyfill',
  '@open-draft',
  '@noble',
];

export default {
  displayName: 'web',
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/src/testing/environment.mjs',
  runtime: '<rootDir>/../deploy/local/src/testing/runtime.mjs',
  testTimeout: 120_000,
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  transform: {
    '^.+\\.m?[tj]sx?$': [
      '@swc/jest',
      {
        swcrc: false,
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  moduleNameMapper: {
    '^@casement/proto/(.*)\\.js$': '<rootDir>/../proto/$1',
    '^@casement/windows-image/(.*)\\.js$': '<rootDir>/../services/install/windows-image/src/$1',
    '^@casement/install-engine/(.*)\\.js$': '<rootDir>/../services/install/engine/src/$1',
    '^@casement/(billing|security)/(.*)\\.js$': '<rootDir>/../services/$1/src/$2',
    '^@/(.*)\\.js$': '<rootDir>/src/$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.css$': '<rootDir>/src/testing/empty.ts',
    // MSW derives each handler's call site from an error's stack; tests do not need it.
    '/internal/getCallFrame$': '<rootDir>/src/testing/call-frame.ts',
    '^lucide-react$': '<rootDir>/src/testing/icons.ts',
    '^radix-ui$': '<rootDir>/src/testing/radix-ui.tsx',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/server/dist/'],
};

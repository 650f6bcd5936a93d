import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const features = readdirSync(new URL('web/src/features/', import.meta.url));

/** Imports that would reverse a dependency (see CONTRIBUTING, "Who may import whom"). */
const forbid = (...patterns) => ({
  'no-restricted-imports': [
    'error',
    { patterns: patterns.map((p) => ({ group: alternatives(p.group), message: p.message })) },
  ],
});

/** `a/{b,c}/*` as two patterns: the rule matches like a .gitignore, which knows no braces. */
function alternatives(group) {
  const [, before, choice, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(group) ?? [];
  return choice ? choice.split(',').map((one) => before + one + after) : [group];
}

const protoOnly = {
  group: '@casement/{common,auth,billing,install,telegram,security}/*',
  message: 'the web knows only @casement/proto',
};

const otherServices = {
  group: '@casement/{auth,billing,install,telegram,security,web}/*',
  message: 'services meet only through @casement/proto',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.data/**',
      'proto/gen/**',
      'proto/client/src/gen/**',
      'coverage/**',
      '**/test-results/**',
      '**/playwright-report/**',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-floating-promises': 'error',
    },
  },
  {
    // The packages' own tsconfigs leave tests out of what they build.
    files: [
      '**/*.spec.ts',
      'services/*/test/**/*.ts',
      'services/install/{engine,windows-image}/test/**/*.ts',
      '{gateway/local,deploy/local,cli}/test/**/*.ts',
      'k8s/tests/**/*.ts',
    ],
    ignores: ['web/src/**', 'web/e2e/**'],
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: './tsconfig.test.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/unbound-method': 'off',
      // supertest's bodies are `any`; expectations say what is in them.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  {
    files: ['services/common/**/*.ts'],
    rules: forbid({
      group: '@casement/{auth,billing,install,telegram,security,web}/*',
      message: 'common stands under the services and imports none of them',
    }),
  },
  {
    files: ['services/{auth,billing,install,telegram,security}/src/**/*.ts'],
    rules: forbid(otherServices),
  },
  {
    files: ['services/{auth,billing,install,telegram,security}/src/**/*.{service,repository}.ts'],
    rules: forbid(otherServices, {
      group: '**/*.{controller,consumer}.js',
      message: 'controllers and consumers stand above services and repositories',
    }),
  },
  {
    files: ['proto/**/*.ts'],
    rules: forbid({ group: '@casement/*', message: 'proto imports nothing of ours' }),
  },
  {
    files: ['web/e2e/**/*.e2e-spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@playwright/test',
          importNames: ['test'],
          message: 'the test of support/quiet.ts watches the console',
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    rules: forbid(protoOnly),
  },
  {
    files: ['web/src/features/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}'],
    rules: forbid(
      protoOnly,
      // Within a feature imports are relative.
      ...['@/features/**', `../**/{${features.join(',')}}/**`].map((group) => ({
        group,
        message: 'features never import each other; a route composes them',
      })),
      { group: '**/app/**', message: 'features know no route' },
    ),
  },
  {
    files: ['web/src/{components,lib,config,messages}/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}'],
    rules: forbid(protoOnly, {
      group: '**/{app,features}/**',
      message: 'ui, lib and config stand under the features',
    }),
  },
);

import tseslint from 'typescript-eslint';

const SPREAD_OF_LITERAL = {
  selector: ':matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression',
  message: 'write the properties without the spread',
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
    rules: {
      'no-restricted-syntax': ['error', SPREAD_OF_LITERAL],
    },
  },
  {
    // The import rule no-sql-outside-repository covers the helpers of sql.ts.
    files: ['services/{auth,billing,install,telegram,security}/src/**/*.ts'],
    ignores: ['**/*.repository.ts', '**/*.spec.ts', 'services/*/src/{database,cli}/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        SPREAD_OF_LITERAL,
        {
          selector: 'CallExpression[callee.property.name=/^(query|createQueryBuilder)$/]',
          message: 'move the statement into a repository',
        },
      ],
    },
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
    // The packages' own tsconfigs exclude tests from the build.
    files: [
      '**/*.spec.ts',
      'services/*/test/**/*.ts',
      'services/install/{engine,windows-image}/test/**/*.ts',
      '{gateway/local,deploy/local,cli}/test/**/*.ts',
      'k8s/tests/**/*.ts',
      'web/api-docs/**/*.ts',
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
      // Response bodies of supertest are `any`; the expectations check their content.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
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
);

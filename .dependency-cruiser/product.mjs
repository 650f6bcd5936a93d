/**
 * Import rules between packages (see CONTRIBUTING.md). `npm run lint:deps` checks them, and tests.mjs checks the
 * tests. There is no list of exceptions.
 *
 * Specifiers such as `@casement/common/…` resolve to the package's sources, so nothing has to be built first.
 */
const SERVICES = 'auth|billing|install|telegram|security|desktop-relay';
const TESTS = '\\.spec\\.tsx?$|/(test|tests|testing|e2e)/';
/** Folders with their own package.json. `install/engine` must precede `install`. */
const PACKAGE =
  'proto/client|proto|services/install/(?:engine|windows-image)|services/[^/]+|gateway/local|deploy/(?:local|sandbox)|cli|web/(?:server|e2e)|web';

const error = (name, comment, from, to, scope) => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
  ...(scope && { scope }),
});

export default {
  forbidden: [
    error(
      'no-circular-files',
      'Files must not import each other in a circle, types included.',
      {},
      { circular: true },
    ),
    error(
      'no-circular-folders',
      'Feature folders must not import each other in a circle.',
      {},
      { circular: true },
      'folder',
    ),
    error(
      'no-foreign-table',
      "A feature's repositories and entities are its own; other features call its service.",
      { path: `^services/(?:${SERVICES})/src/([^/]+)/`, pathNot: '/src/(database|cli)/' },
      {
        path: `^services/(?:${SERVICES})/src/[^/]+/.+\\.(repository|entity)\\.ts$`,
        pathNot: '^services/[^/]+/src/$1/',
      },
    ),
    error(
      'no-controller-below',
      'Controllers and consumers stand above services, services above repositories.',
      { path: '^services/.+\\.(service|repository|entity)\\.ts$' },
      { path: '\\.(controller|consumer)\\.ts$' },
    ),
    error(
      'no-repository-in-controller',
      'Controllers and consumers call services, which call repositories.',
      { path: '^services/.+\\.(controller|consumer)\\.ts$' },
      { path: '\\.repository\\.ts$' },
    ),
    error(
      'no-service-in-repository',
      'Repositories know SQL and no decisions.',
      { path: '^services/.+\\.(repository|entity)\\.ts$' },
      { path: '^services/.+\\.service\\.ts$' },
    ),
    error(
      'no-sql-outside-repository',
      'Statements belong to repositories; metrics, commands and migrations have their own.',
      {
        path: `^services/(?:${SERVICES})/src/`,
        pathNot: '(\\.repository|-metrics)\\.ts$|/src/(database|cli)/',
      },
      { path: '^services/common/src/data/database/sql\\.ts$' },
    ),
    error(
      'no-other-service',
      'Services meet only through @casement/proto.',
      { path: `^services/(${SERVICES})/src/` },
      { path: `^services/(?:${SERVICES})/src/`, pathNot: '^services/$1/src/' },
    ),
    error(
      'no-service-in-library',
      'Libraries stand below the services.',
      { path: '^(services/common|services/install/(engine|windows-image)|proto)/' },
      { path: `^services/(${SERVICES})/src/` },
    ),
    error(
      'no-engine-in-image',
      'The engine uses windows-image, never the reverse.',
      { path: '^services/install/windows-image/src/' },
      { path: '^services/install/engine/' },
    ),
    error(
      'no-framework-in-engine',
      'The engine and windows-image run without NestJS and without a database.',
      { path: '^services/install/(engine|windows-image)/src/' },
      { path: '(^|/)(@nestjs|typeorm|pg)(/|$)' },
    ),
    error(
      'proto-stands-alone',
      'proto imports none of our packages.',
      { path: '^proto/' },
      { path: '^(services|web|gateway|deploy|cli)/' },
    ),
    ...[
      ['core', 'data|messaging|platform'],
      ['data', 'messaging|platform'],
      ['messaging', 'platform'],
    ].map(([layer, above]) =>
      error(
        `common-${layer}`,
        'Layers of services/common: core <- data <- messaging <- platform.',
        { path: `^services/common/src/${layer}/` },
        { path: `^services/common/src/(${above})/` },
      ),
    ),
    error(
      'no-testing-in-product',
      'Test support is not part of the product.',
      { path: '^(services|web|gateway|cli|deploy/(local|sandbox)/src)/', pathNot: '/testing/' },
      { path: '^services/.+/src/testing/' },
    ),
    error(
      'only-through-exports',
      'Other packages are imported by their name, never by a path into their sources or tests.',
      { path: `^(${PACKAGE}|k8s|docs|deploy/[^/]+)/` },
      {
        path: `^(${PACKAGE})/(src|test)/`,
        // A package inside another one's folder is another package.
        pathNot: '^$1/(?!(client|engine|windows-image|server|e2e)/)',
        dependencyTypesNot: ['aliased'],
      },
    ),
    error(
      'only-what-is-exported',
      "Other packages' modules are imported only if their package.json exports them.",
      {},
      { path: '^@casement/', couldNotResolve: true },
    ),
    error(
      'web-knows-proto',
      'Of our packages the web uses proto and the client.',
      { path: '^web/src/' },
      { path: '^(services|gateway|deploy|cli)/' },
    ),
    error(
      'web-features-apart',
      'Features never import each other; a route composes them.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/(features/[^/]+|app)/', pathNot: '^web/src/features/$1/' },
    ),
    error(
      'web-below-features',
      'components, lib, config and messages stand below features and app.',
      { path: '^web/src/(components|lib|config|messages)/' },
      { path: '^web/src/(features|app)/' },
    ),
  ],
  options: {
    // The rule no-framework-in-engine needs the listed libraries, only-what-is-exported needs unresolved names.
    includeOnly:
      '^(proto|services|gateway|deploy|cli|k8s|docs|web)/|^node_modules/(@nestjs|typeorm|pg)/|^@casement/',
    exclude: `(^|/)(dist|\\.data)/|^proto/gen/|^proto/client/src/gen/|${TESTS.replace('testing|', '')}`,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    webpackConfig: { fileName: '.dependency-cruiser/resolve.cjs' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    metrics: true,
  },
};

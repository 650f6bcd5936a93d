/**
 * Tests affected by a change. Takes the changed paths and returns null if the stage is not affected, otherwise the
 * arguments to add to its command. An empty list runs the entire stage.
 */
export type AffectedTests = (files: readonly string[]) => string[] | null;

/** Files that affect every test. */
const EVERYTHING =
  /^(package(-lock)?\.json|tsconfig\.[^/]+|\.swcrc|jest\.config\.mjs|deploy\/local\/src\/(testing|test-run)\/.*)$/;
/** Files whose importers Jest can find. */
const IMPORTED = /\.tsx?$/;
/** Documents that no small test reads: all except the changelog and those in docs and k8s. */
const UNREAD = /^(?!docs\/|k8s\/|CHANGELOG\.md).*\.md$/;
/** Code that runs in every service and in the gateway. */
const SHARED = /^(services\/common|proto|deploy\/(local|sandbox)\/src)\//;

/** The service and the two packages inside its folder. */
const INSTALL_TESTS = 'services/install(/engine|/windows-image)?';

const MEDIUM_FOLDERS: readonly [RegExp, readonly string[]][] = [
  [/^services\/auth\//, ['services/auth']],
  [/^services\/billing\//, ['services/billing']],
  [/^services\/(install|desktop-relay)\//, [INSTALL_TESTS, 'services/desktop-relay']],
  [/^services\/security\//, ['services/security']],
  [/^services\/telegram\//, ['services/telegram']],
  [/^gateway\//, ['gateway/local']],
  [/^deploy\/local\//, ['deploy/local']],
  [/^(cli|proto\/client)\//, ['cli']],
  [/^deploy\/lab\//, [INSTALL_TESTS, 'deploy/local']],
  // A test starts auth as in its image, with the settings of the chart.
  [/^(deploy\/docker|k8s\/tests\/golden)\//, ['services/auth']],
];

/** Jest finds small tests by their imports. Tests that read other files run completely. */
export const affectedSmall: AffectedTests = (changed) => {
  const files = changed.filter((file) => !UNREAD.test(file));
  if (files.length === 0) return null;
  if (files.some((file) => EVERYTHING.test(file) || !IMPORTED.test(file))) return [];
  return ['--passWithNoTests', '--findRelatedTests', ...files];
};

/** Medium tests also start processes, so all files of a service affect its tests. */
export const affectedMedium: AffectedTests = (files) => {
  if (files.some((file) => EVERYTHING.test(file) || SHARED.test(file))) return [];
  const reached = MEDIUM_FOLDERS.filter(([pattern]) => files.some((file) => pattern.test(file)));
  const folders = [...new Set(reached.flatMap(([, folder]) => folder))];
  if (folders.length === 0) return null;
  return ['--testPathPatterns', `(${folders.join('|')})/test/`];
};

/** Runs the entire stage if a changed path matches. */
export const affectedStage =
  (pattern: RegExp): AffectedTests =>
  (files) =>
    files.some((file) => EVERYTHING.test(file) || pattern.test(file)) ? [] : null;

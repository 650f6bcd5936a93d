/**
 * What a change can reach. A stage's reach takes the changed paths and returns null if the stage is not reached, else
 * what is added to its command: nothing for the whole stage.
 */
export type Reach = (files: readonly string[]) => string[] | null;

/** Every test depends on these. */
const EVERYTHING =
  /^(package(-lock)?\.json|tsconfig\.[^/]+|\.swcrc|jest\.config\.mjs|deploy\/local\/src\/(testing|test-run)\/.*)$/;
/** Followed by Jest from import to import. */
const IMPORTED = /\.tsx?$/;
/** Documents that no small test reads: all but the changelog and those of docs and k8s. */
const UNREAD = /^(?!docs\/|k8s\/|CHANGELOG\.md).*\.md$/;
/** In the programs that every service and the gateway run with. */
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
  // Auth is started as its image has it, with what the chart gives it.
  [/^(deploy\/docker|k8s\/tests\/golden)\//, ['services/auth']],
];

/** Small tests import what they test, so Jest finds them; those that read other files run whole. */
export const reachesSmall: Reach = (changed) => {
  const files = changed.filter((file) => !UNREAD.test(file));
  if (files.length === 0) return null;
  if (files.some((file) => EVERYTHING.test(file) || !IMPORTED.test(file))) return [];
  return ['--passWithNoTests', '--findRelatedTests', ...files];
};

/** Medium tests start processes too, so a service's tests are reached by all of its files. */
export const reachesMedium: Reach = (files) => {
  if (files.some((file) => EVERYTHING.test(file) || SHARED.test(file))) return [];
  const reached = MEDIUM_FOLDERS.filter(([pattern]) => files.some((file) => pattern.test(file)));
  const folders = [...new Set(reached.flatMap(([, folder]) => folder))];
  if (folders.length === 0) return null;
  return ['--testPathPatterns', `(${folders.join('|')})/test/`];
};

/** The whole stage for a change of a path that matches. */
export const reachesWhole =
  (pattern: RegExp): Reach =>
  (files) =>
    files.some((file) => EVERYTHING.test(file) || pattern.test(file)) ? [] : null;

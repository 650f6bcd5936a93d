import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(__dirname, '..', '..');
const page = readFileSync(join(__dirname, 'asvs.md'), 'utf8');

/** Levels of the ASVS 5.0.0 requirements by section, in their order: 1.2.5 is level 1, 1.2.10 is level 3. */
const LEVELS = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};
const REQUIREMENTS = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].flatMap((level, n) => (level < '3' ? [`${section}.${n + 1} L${level}`] : [])),
);

/**
 * Our entry for each requirement: `- **1.1.1** L2 · met · **Requirement.** Location, and the tests that prove it.`
 */
const LINES = page
  .split(/\n(?=- \*\*|\n|#)/)
  .map((line) => /^- \*\*([\d.]+)\*\* (L[12]) · (met|n\/a|open) · ([^]*)/.exec(line))
  .filter((found) => found !== null)
  .map(([, id, level, state, text]) => ({ id, level, state, text: text.replace(/\s+/g, ' ') }));

/**
 * Returns the files and folders set in code type. Text with a space and text that names a part of a file are ignored.
 */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, code]) => code)
    .filter((code) => /^[\w.-]+(\/|\.\w)/.test(code));

/** Returns test references of the form `path/to.spec.ts`: "one test", "another". */
const testsIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, file, names]) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => [file, name] as const),
  );

const texts = new Map<string, string>();
const textOf = (file: string) => {
  if (!texts.has(file)) texts.set(file, readFileSync(join(repository, file), 'utf8'));
  return texts.get(file)!;
};
/** Matches the title of a test or a row of a test table. */
const names = (file: string, name: string) =>
  ["'", '"', '`'].some((quote) =>
    textOf(file).includes(quote + name.replaceAll(quote, `\\${quote}`) + quote),
  );

/** Reasons why a requirement does not apply or is not met. No code may match their patterns. */
const ABSENT: [id: string, pattern: RegExp][] = [
  ['1.2.6', /ldapjs|ldapts/],
  ['1.2.7', /xpath|DOMParser|xml2js|fast-xml/i],
  ['1.3.2', /\beval\(|new Function\(|from '(node:)?vm'/],
  ['1.3.9', /memcache|\b(io)?redis\b/i],
  ['3.2.2', /dangerouslySetInnerHTML|\.innerHTML =|insertAdjacentHTML|document\.write/],
  ['3.4.2', /enableCors|Access-Control-Allow-Origin/i],
  ['3.5.5', /addEventListener\('message'|window\.onmessage/],
  ['4.2.1', /insecureHTTPParser/],
  ['4.3.1', /graphql/i],
  ['6.8.1', /openid-client|passport-(oauth|saml|openid)/],
  ['10.4.1', /authorization_code|redirect_uri/],
  ['11.4.1', /createHash\('(md5|sha1)'/],
  ['12.3.2', /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/],
  ['17.1.1', /RTCPeerConnection/],
];
/**
 * Exceptions from 11.4.1 and 12.3.2 that remote desktop protocols require: NTLM uses MD5, and a new Windows has a
 * self-signed certificate, which is pinned afterwards.
 */
const SIGN_IN = 'services/install/engine/src/rdp/';
const RELAY = 'services/desktop-relay/src/windows-connection.ts';
/** Messages of the desktop's WebSocket, not `window.postMessage`. */
const WEB_SOCKET = 'web/src/features/desktop/engine/desktop-socket.ts';
const EXEMPT: Record<string, string[]> = {
  '3.2.2': ['web/src/components/ui/legal-text.tsx'],
  '3.5.5': [WEB_SOCKET],
  '11.4.1': [SIGN_IN],
  '12.3.2': [SIGN_IN, RELAY],
};
const SOURCES = ['services', 'proto', 'gateway/local/src', 'web/src', 'web/server/src'].flatMap(
  (folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          /\.tsx?$/.test(file) &&
          !/(^|\/)(node_modules|dist|test|testing|gen)\/|\.spec\.|\.d\.ts$/.test(file),
      )
      .map((file) => join(folder, file)),
);

describe('docs/compliance/asvs.md', () => {
  it('lists every requirement of levels 1 and 2 in the order of the standard', () => {
    expect(LINES.map(({ id, level }) => `${id} ${level}`)).toEqual(REQUIREMENTS);
  });

  it('states the correct totals', () => {
    const count = (state: string) => LINES.filter((line) => line.state === state).length;
    expect(page).toContain(`${count('met')} met, ${count('n/a')} n/a, ${count('open')} open.`);
  });

  it('names at least one file per requirement, and only files that exist', () => {
    const missing = LINES.filter(({ text }) => pathsIn(text).length === 0).map(({ id }) => id);
    expect(missing).toEqual([]);
    const gone = LINES.flatMap(({ id, text }) =>
      pathsIn(text)
        .filter((path) => !existsSync(join(repository, path)))
        .map((path) => `${id}: ${path}`),
    );
    expect(gone).toEqual([]);
  });

  it('names existing tests for every requirement that is met', () => {
    const untested = LINES.filter(
      ({ state, text }) =>
        state === 'met' && testsIn(text).length === 0 && !text.includes('No test: '),
    ).map(({ id }) => id);
    expect(untested).toEqual([]);
    const gone = LINES.flatMap(({ id, text }) =>
      testsIn(text)
        .filter(([file, name]) => !/\.(spec|e2e-spec)\.tsx?$/.test(file) || !names(file, name))
        .map(([file, name]) => `${id}: ${file}: ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it('matches no code that a "does not apply" line claims to be absent', () => {
    expect(SOURCES.length).toBeGreaterThan(500);
    const ids = LINES.map(({ id }) => id);
    const found = ABSENT.flatMap(([id, pattern]) => [
      ...(ids.includes(id) ? [] : [`${id} is no line`]),
      ...SOURCES.filter((file) => !EXEMPT[id]?.some((path) => file.startsWith(path)))
        .filter((file) => pattern.test(textOf(file)))
        .map((file) => `${id}: ${file}`),
    ]);
    expect(found).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('names only files and folders that exist', () => {
    const named = pathsIn(textOf('docs/architecture.md').replace(/```.*?```/gs, ''))
      .filter((path) => path.includes('/') && !/FEATURE|NAME/.test(path))
      .filter((path) => !path.startsWith('src/'));
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});

describe('web/e2e/stack/findings/README.md', () => {
  const folder = 'web/e2e/stack/findings';
  const scripts = readdirSync(join(repository, folder)).filter((file) =>
    file.endsWith('.e2e-spec.ts'),
  );

  it('links every script and names only files that exist', () => {
    const readme = textOf(`${folder}/README.md`);
    expect(scripts.filter((file) => !readme.includes(`](${file})`))).toEqual([]);
    const named = pathsIn(readme).filter((path) => path.includes('/'));
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });
});

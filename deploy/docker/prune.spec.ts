import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const repository = join(__dirname, '../..');

describe('prune.mjs', () => {
  const KEPT_PATHS = [
    'typeorm/index.js',
    'typeorm/LICENSE.md',
    'rxjs/dist/cjs/index.js',
    '@opentelemetry/core/build/src/index.js',
    'zod/index.js',
    '@grpc/grpc-js/proto/channelz.proto',
    'left-pad/package.json',
  ];
  const REMOVED_PATHS = [
    'typeorm/browser/index.js',
    'typeorm/index.d.ts',
    'typeorm/index.js.map',
    'rxjs/dist/esm5/index.js',
    '@opentelemetry/core/build/esnext/index.js',
    'zod/src/index.ts',
    'left-pad/README.md',
    'left-pad/index.d.cts',
  ];

  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'prune-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @returns the remaining files and the output */
  function prune(files: string[]) {
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), 'x'.repeat(100_000));
    }
    const argv = [join(__dirname, 'prune.mjs'), folder];
    const output = execFileSync(process.execPath, argv, { encoding: 'utf8' });
    return { output, left: files.filter((file) => existsSync(join(folder, file))) };
  }

  it('removes files that Node never loads and keeps programs and licences', () => {
    const { output, left } = prune([...KEPT_PATHS, ...REMOVED_PATHS]);
    expect(left).toEqual(KEPT_PATHS);
    expect(output).toMatch(/1\.5 MB, pruned to 0\.7 MB/);
  });

  it.each(['typeorm', 'rxjs', 'yaml', 'zod', '@opentelemetry/core'])(
    'removes no build of %s that Node loads',
    (name) => {
      const about = JSON.parse(
        readFileSync(join(repository, 'node_modules', name, 'package.json'), 'utf8'),
      ) as { main?: string; exports?: Record<string, Conditions> };
      const entries = loaded(about.exports?.['.'] ?? about.main);
      expect(entries.length).toBeGreaterThan(0);
      const files = entries.map((entry) => join(name, entry));
      expect(prune(files).left).toEqual(files);
    },
  );
});

describe('prune.mjs with a program', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'prune-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  it('removes the packages that the program cannot load', () => {
    const write = (file: string, text = '') => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    };
    const manifest = (name: string, about: object = {}, at = 'node_modules') => {
      write(`${at}/${name}/package.json`, JSON.stringify({ name, ...about }));
      write(`${at}/${name}/index.js`);
    };
    const peerDependenciesMeta = { optional: { optional: true } };
    manifest('imported', { dependencies: { nested: '1', hoisted: '1' } });
    manifest('nested', {}, 'node_modules/imported/node_modules');
    manifest('nested');
    manifest('hoisted', {
      peerDependencies: { '@a/peer': '1', optional: '1' },
      peerDependenciesMeta,
    });
    for (const name of ['@a/peer', 'optional', 'lazy', 'unreachable', 'of-the-unused-file'])
      manifest(name);
    manifest('@casement/own', { exports: { './*': './dist/*' } });
    write('node_modules/@casement/own/dist/used.js', `export { x } from 'imported/deep.js';`);
    write('node_modules/@casement/own/dist/unused.js', `import 'of-the-unused-file';`);
    write('workspace/dist/main.js');
    symlinkSync('../../workspace', join(root, 'node_modules', '@casement', 'workspace'));
    write('main.js', `import './next.js';\nimport { x } from '@casement/own/used.js';`);
    write('next.js', `import 'node:fs';\nconst lazy = () => import('lazy');`);

    const argv = [join(__dirname, 'prune.mjs'), join(root, 'node_modules'), join(root, 'main.js')];
    execFileSync(process.execPath, argv);
    const left = (name: string) => existsSync(join(root, 'node_modules', name, 'index.js'));
    expect(
      ['imported', 'imported/node_modules/nested', 'hoisted', '@a/peer', 'lazy'].filter(left),
    ).toHaveLength(5);
    expect(['nested', 'optional', 'unreachable', 'of-the-unused-file'].filter(left)).toEqual([]);
    expect(existsSync(join(root, 'workspace', 'dist', 'main.js'))).toBe(true);
  });
});

type Conditions = string | { [condition: string]: Conditions };

/** Resolves Node's conditions for import and require. */
function loaded(conditions: Conditions | undefined): string[] {
  if (typeof conditions === 'string') return [conditions];
  const known = ['node', 'import', 'require', 'default'];
  const all = Object.entries(conditions ?? {}).filter(([name]) => known.includes(name));
  const node = all.filter(([name]) => name === 'node');
  return (node.length > 0 ? node : all).flatMap(([, value]) => loaded(value));
}

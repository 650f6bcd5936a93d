import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

const repository = join(__dirname, '../..');
const read = (file: string, root = repository) => readFileSync(join(root, file), 'utf8');
const FILES = {
  dockerfile: 'deploy/docker/Dockerfile',
  compose: 'deploy/compose.yaml',
  values: 'k8s/casement/values.yaml',
  lock: 'package-lock.json',
  list: 'deploy/docker/unpinned.json',
};

interface List {
  images: Record<string, string>;
  packages: Record<string, string>;
}
const listOf = (root?: string) => JSON.parse(read(FILES.list, root)) as List;

/** Returns all images that are not built here, with their digests if pinned. */
function images(root?: string): string[] {
  const dockerfile = read(FILES.dockerfile, root);
  const args = Object.fromEntries(
    [...dockerfile.matchAll(/^ARG (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const stages = [...dockerfile.matchAll(/^FROM .* AS (\S+)$/gm)].map(([, name]) => name);
  const bases = [...dockerfile.matchAll(/^FROM (?:--\S+ )*(\S+)/gm)]
    .map(([, base = '']) => base.replace(/\$\{(\w+)\}/, (_, name: string) => args[name] ?? ''))
    .filter((base) => !stages.includes(base));
  const syntax = /^# syntax=(\S+)/.exec(dockerfile)?.[1] ?? '';
  const { services } = parse(read(FILES.compose, root), { merge: true }) as {
    services: Record<string, { image: string; build?: object }>;
  };
  const pulled = Object.values(services)
    .filter(({ build }) => !build)
    .map(({ image }) => image.replace(/^\$\{\w+:-(.*)\}$/, '$1'));
  const { kong } = parse(read(FILES.values, root)) as { kong: { image: string } };
  return [syntax, ...bases, ...pulled, kong.image];
}

/** Returns the packages that npm downloads, without the folders of this repository. */
function fetched(root?: string): { name: string; integrity?: string }[] {
  const { packages } = JSON.parse(read(FILES.lock, root)) as {
    packages: Record<string, { version: string; integrity?: string; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, { version, integrity }]) => ({
      name: `${folder.replace(/^.*node_modules\//, '')}@${version}`,
      integrity,
    }));
}

const unique = (names: string[]) => [...new Set(names)].sort();

describe('pinned dependencies', () => {
  it('include every image by digest unless unpinned.json lists it', () => {
    expect(images().length).toBeGreaterThan(10);
    const without = images().filter((image) => !/^\S+:\S+@sha256:[0-9a-f]{64}$/.test(image));
    expect(unique(without)).toEqual(unique(Object.keys(listOf().images)));
  });

  it('include every package by integrity unless unpinned.json lists it', () => {
    expect(fetched().length).toBeGreaterThan(1000);
    for (const { name, integrity } of fetched())
      if (integrity) expect([name, integrity]).toEqual([name, expect.stringMatching(/^sha512-/)]);
    const without = fetched().filter(({ integrity }) => !integrity);
    expect(unique(without.map(({ name }) => name))).toEqual(unique(Object.keys(listOf().packages)));
  });

  it('lack an integrity only for packages never installed on x64 Linux', () => {
    for (const name of Object.keys(listOf().packages)) expect(name).not.toMatch(/linux-(x64|x86)/);
  });

  it('have a documented reason for each exception in unpinned.json', () => {
    const { images: one, packages } = listOf();
    for (const [name, reason] of Object.entries({ ...one, ...packages }))
      expect([name, reason.length > 20]).toEqual([name, true]);
  });

  it('include CI actions by commit, with the version in a comment', () => {
    const used = [...read('.github/workflows/ci.yml').matchAll(/uses: (.*)/g)].map(([, it]) => it);
    expect(used.length).toBeGreaterThan(5);
    for (const action of used)
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe('pin.mjs', () => {
  let root: string;
  const digest = `sha256:${'a'.repeat(64)}`;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pin-'));
    for (const file of [...Object.values(FILES), 'deploy/docker/pin.mjs']) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(join(repository, file), join(root, file));
    }
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Runs pin.mjs with fake docker and npm commands. @returns whether everything was pinned */
  function pin(docker: string, npm: string, ...options: string[]): boolean {
    for (const [name, script] of Object.entries({ docker, npm })) {
      writeFileSync(join(root, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(root, name), 0o755);
    }
    const PATH = `${root}:${process.env['PATH']}`;
    try {
      const argv = [join(root, 'deploy/docker/pin.mjs'), ...options];
      execFileSync(process.execPath, argv, { env: { ...process.env, PATH }, stdio: 'pipe' });
      return true;
    } catch {
      return false;
    }
  }

  it('writes the digest of every image and the integrity of every package', () => {
    expect(pin(`echo ${digest}`, 'echo sha512-abc==')).toBe(true);
    expect(listOf(root)).toEqual({ images: {}, packages: {} });
    expect(images(root)).toEqual(images().map((image) => `${image.replace(/@.*/, '')}@${digest}`));
    expect(fetched(root).filter(({ integrity }) => !integrity)).toEqual([]);
    expect(fetched(root).map(({ name }) => name)).toEqual(fetched().map(({ name }) => name));
  });

  it('updates pinned entries with --refresh', () => {
    const next = `sha256:${'b'.repeat(64)}`;
    pin(`echo ${digest}`, 'echo sha512-abc==');
    expect(pin(`echo ${next}`, 'exit 1')).toBe(true);
    expect(images(root).filter((image) => image.endsWith(next))).toEqual([]);
    expect(pin(`echo ${next}`, 'exit 1', '--refresh')).toBe(true);
    expect(images(root).filter((image) => !image.endsWith(next))).toEqual([]);
  });

  it.each(['exit 1', 'echo unauthorized'])(
    'keeps entries that cannot be resolved: %s',
    (answer) => {
      expect(pin(answer, answer)).toBe(false);
      expect(listOf(root)).toEqual(listOf());
      for (const file of Object.values(FILES)) expect(read(file, root)).toBe(read(file));
    },
  );
});

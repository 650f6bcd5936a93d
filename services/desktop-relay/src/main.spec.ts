import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

const SERVICES = join(__dirname, '..', '..');
const PACKAGES: Record<string, string> = {
  '@casement/common': join(SERVICES, 'common/src'),
  '@casement/install-engine': join(SERVICES, 'install/engine/src'),
  '@casement/proto': join(SERVICES, '../proto'),
};

/** Matches imports that exist at run time; `import type` is erased. */
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'"`;]*\sfrom\s)?'([^']+)';/gm;

/** Returns the external packages that a source file imports, directly or through our own files. */
function reachedFrom(file: string, seen = new Set<string>(), packages = new Set<string>()) {
  if (seen.has(file)) return packages;
  seen.add(file);
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const own = Object.keys(PACKAGES).find((name) => specifier.startsWith(`${name}/`));
    const path = specifier.startsWith('.')
      ? join(dirname(file), specifier)
      : own && join(PACKAGES[own], specifier.slice(own.length + 1));
    const source = path?.replace(/\.js$/, '.ts');
    if (source && existsSync(source)) reachedFrom(source, seen, packages);
    else packages.add(specifier);
  }
  return packages;
}

describe('relay startup', () => {
  const packages = [...reachedFrom(join(__dirname, 'main.ts'))];

  it('loads every package of the doctor, because the image contains only packages that main.ts loads', () => {
    const ofDoctor = [...reachedFrom(join(__dirname, 'doctor.ts'))];
    const missing = ofDoctor.filter((name) => !isBuiltin(name) && !packages.includes(name));
    expect(missing).toEqual([]);
  });

  it('loads no database driver, no NATS client and no code of another service', () => {
    expect(packages).toEqual(expect.arrayContaining(['ws', 'pino', 'prom-client']));
    expect(
      packages.filter((name) => /^(typeorm|pg|@nats-io|@nestjs\/typeorm|@casement)/.test(name)),
    ).toEqual([]);
  });
});

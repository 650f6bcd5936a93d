import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serviceNames, type ServiceName } from './addresses.js';
import { repositoryRoot } from './paths.js';

/** Compiled programs that a run starts. */
export interface Programs {
  service: (name: ServiceName) => { migrate: string; main: string };
  /** Variables named in the service's config.ts. The service receives no others. */
  variables: (name: ServiceName) => Promise<ReadonlySet<string>>;
  relay: { main: string; variables: () => Promise<ReadonlySet<string>> };
  gateway: string;
  web: string;
  kongFile: string;
  /** Command that builds the programs for a VPS into the given folder. */
  toolkit?: string;
}

export const builtPrograms: Programs = {
  service: (name) => ({
    migrate: join(repositoryRoot, 'services', name, 'dist/migrate.js'),
    main: join(repositoryRoot, 'services', name, 'dist/main.js'),
  }),
  variables: (name) => variablesOf(repositoryRoot, name),
  relay: {
    main: join(repositoryRoot, 'services/desktop-relay/dist/main.js'),
    variables: () => variablesIn(join(repositoryRoot, 'services/desktop-relay/dist/config.js')),
  },
  gateway: join(repositoryRoot, 'gateway/local/dist/main.js'),
  web: join(repositoryRoot, 'web/server/dist/main.js'),
  kongFile: join(repositoryRoot, 'gateway/kong.yml'),
  toolkit: join(repositoryRoot, 'services/install/engine/toolkit/build.sh'),
};

/** Reads the variables from the service's built config in that repository. */
export const variablesOf = (root: string, name: ServiceName): Promise<ReadonlySet<string>> =>
  variablesIn(join(root, 'services', name, 'dist/config.js'));

async function variablesIn(path: string): Promise<ReadonlySet<string>> {
  const file = pathToFileURL(path).href;
  const classes = Object.values((await import(file)) as Record<string, { schema?: Schema }>);
  return new Set(classes.flatMap(({ schema }) => Object.keys(schema?.shape ?? {})));
}

export async function variablesOfAll(
  variables: Programs['variables'],
): Promise<Record<ServiceName, ReadonlySet<string>>> {
  const entries = serviceNames.map(async (name) => [name, await variables(name)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<ServiceName, ReadonlySet<string>>;
}

interface Schema {
  shape: object;
}

/** @throws an error that names the programs that are not built */
export function requirePrograms(programs: Programs): void {
  const files = [
    ...serviceNames.flatMap((name) => Object.values(programs.service(name))),
    programs.relay.main,
    programs.gateway,
    programs.web,
    programs.kongFile,
  ];
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length === 0) return;
  const names = missing.map((file) => relative(repositoryRoot, file)).join(', ');
  throw new Error(`Not built: ${names}. Run \`make build\` and look at what it says.`);
}

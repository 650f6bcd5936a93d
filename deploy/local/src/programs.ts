import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serviceNames, type ServiceName } from './addresses.js';
import { repositoryRoot } from './paths.js';

/** The compiled programs that a run starts. */
export interface Programs {
  service: (name: ServiceName) => { migrate: string; main: string };
  gateway: string;
  web: string;
  kongFile: string;
  /** Builds what an install puts on the VPS into the folder that it is given. */
  toolkit?: string;
}

export const builtPrograms: Programs = {
  service: (name) => ({
    migrate: join(repositoryRoot, 'services', name, 'dist/migrate.js'),
    main: join(repositoryRoot, 'services', name, 'dist/main.js'),
  }),
  gateway: join(repositoryRoot, 'gateway/local/dist/main.js'),
  web: join(repositoryRoot, 'web/server/dist/main.js'),
  kongFile: join(repositoryRoot, 'gateway/kong.yml'),
  toolkit: join(repositoryRoot, 'deploy/toolkit/build.sh'),
};

/** Throws a sentence that names what is not built. */
export function requirePrograms(programs: Programs): void {
  const files = [
    ...serviceNames.flatMap((name) => Object.values(programs.service(name))),
    programs.gateway,
    programs.web,
    programs.kongFile,
  ];
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length === 0) return;
  const names = missing.map((file) => relative(repositoryRoot, file)).join(', ');
  throw new Error(`Not built: ${names}. Run \`make build\` and look at what it says.`);
}

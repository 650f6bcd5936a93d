// Prepares a complete `make test`: installs npm's packages and, as root, Debian's, concurrently because npm leaves
// much of the CPU idle. Plain JavaScript because it runs before the compiler is installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installMissing, mediumPrograms, mockedPrograms } from './programs.mjs';

const modules = run(
  process.execPath,
  fileURLToPath(new URL('install-modules.mjs', import.meta.url)),
);
await installMissing([...mediumPrograms, ...mockedPrograms]);
// The exit code is ignored, because stages report programs that are still missing.
if (process.getuid?.() === 0)
  await run(fileURLToPath(new URL('../../lab/lab.sh', import.meta.url)), 'install-packages');
process.exitCode = await modules;

/** @returns the exit code */
async function run(command, ...args) {
  const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'close');
  return code ?? 1;
}

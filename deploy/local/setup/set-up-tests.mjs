// Before `make test` whole: npm's packages and, as root, Debian's, side by side, since npm leaves much of a processor idle.
// Plain JavaScript: it runs before there is a compiler.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installMissing, mediumPrograms, mockedPrograms } from './programs.mjs';

const modules = run(
  process.execPath,
  fileURLToPath(new URL('install-modules.mjs', import.meta.url)),
);
await installMissing([...mediumPrograms, ...mockedPrograms]);
// What is missing after that, the stage that needs it says.
if (process.getuid?.() === 0)
  await run(fileURLToPath(new URL('../../lab/lab.sh', import.meta.url)), 'install-packages');
process.exitCode = await modules;

/** @returns the exit code */
async function run(command, ...args) {
  const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'close');
  return code ?? 1;
}

// Runs `npm ci` if node_modules does not match package-lock.json. Otherwise takes 20 ms. Plain JavaScript because it
// runs before the compiler is installed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Casement needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

if (!isInstalled()) {
  console.log('Installing npm packages ...');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SCARF_ANALYTICS: 'false' },
  });
  if (npm.status !== 0) {
    console.error('npm ci failed; what it printed is above.');
    process.exit(1);
  }
}

/** npm writes node_modules/.package-lock.json as the last step of an installation. */
function isInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'));
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return false;
  const differs = (path) => wanted[path]?.version !== installed[path].version;
  const missing = (path) => !(path in installed) && !wanted[path].optional;
  const isModule = (path) => path.includes('node_modules/');
  return !(
    Object.keys(installed).filter(isModule).some(differs) ||
    Object.keys(wanted).filter(isModule).some(missing)
  );
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Received } from './webhook-receiver.js';

const VERSION = '1.0.1';
const FOLDER = join(
  __dirname,
  '../../../../node_modules/.cache',
  `casement-standardwebhooks-${VERSION}`,
);
const PYTHON = join(FOLDER, 'bin', 'python');
const SCRIPT = `
import json, sys
from standardwebhooks.webhooks import Webhook
requests = json.load(sys.stdin)
for one in requests:
    Webhook(one["secret"]).verify(one["body"], one["headers"])
print(len(requests))
`;

/** Returns why PyPI's library cannot be used here, or null if it can. Installs it once. */
export function missingPythonVerifier(): string | null {
  const works = () => spawnSync(PYTHON, ['-c', 'import standardwebhooks']).status === 0;
  if (existsSync(PYTHON) && works()) return null;
  if (spawnSync('python3', ['-m', 'venv', '--clear', FOLDER]).status !== 0) {
    return 'python3 with venv is not installed';
  }
  const pip = ['-m', 'pip', 'install', '--quiet', `standardwebhooks==${VERSION}`];
  spawnSync(PYTHON, pip, { timeout: 120_000 });
  return works() ? null : 'standardwebhooks could not be fetched from PyPI';
}

/**
 * @returns the number of requests verified by the Standard Webhooks library of PyPI @throws if the library rejects
 * one
 */
export function verifiedByPython(requests: (Received & { secret: string })[]): number {
  const input = JSON.stringify(
    requests.map(({ body, headers, secret }) => ({ body, headers, secret })),
  );
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', SCRIPT], { input });
  if (status !== 0) throw new Error(stderr.toString());
  return Number(stdout.toString());
}

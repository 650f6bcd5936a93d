// `make fuzz` starts a separate product and sends it requests with schemathesis, both valid and invalid according to
// the API document.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ADMIN, startProduct } from '@casement/local/rollout/product.js';

const VERSION = '4.32.5';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** Excluded because event streams never end. services/install/test/medium/live*.spec.ts tests them. */
const STREAMS = '/events$';

const { values } = parseArgs({
  options: {
    roles: { type: 'string', default: 'visitor,user,administrator,user-key,administrator-key' },
    seeds: { type: 'string', default: '1,2' },
    phases: { type: 'string', default: 'coverage,fuzzing,stateful' },
    /** Duration of one run in seconds. A run has one role and one seed. */
    seconds: { type: 'string', default: '240' },
    /** Restricts the run to matching paths, e.g. `/api/security/`. */
    paths: { type: 'string' },
  },
});

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, '.data', 'fuzz');
mkdirSync(folder, { recursive: true });

const tool = installTool();
const failed = [];
for (const seed of values.seeds.split(',')) {
  for (const role of values.roles.split(',')) {
    if (!(await fuzz(role, seed))) failed.push(`${role}, seed ${seed}`);
  }
}
if (failed.length > 0) {
  console.error(`fuzz: failures as ${failed.join('; ')}. See ${folder}`);
  process.exitCode = 1;
} else {
  console.log('fuzz: no server error, no undocumented answer');
}

/** Installs the tool into a separate environment under .data because it is not part of the product. */
function installTool() {
  const venv = join(folder, `venv-${VERSION}`);
  const program = join(venv, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  run('python3', ['-m', 'venv', venv]);
  run(join(venv, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
  return program;
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** Fuzzes a fresh product with one role and one seed. Returns true if every check passed. */
async function fuzz(role, seed) {
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const name = `${role}-${seed}`;
  const statuses = join(folder, `${name}.statuses.json`);
  try {
    console.log(`fuzz: ${role}, seed ${seed}`);
    const child = spawn(
      tool,
      [
        'run',
        `${product.base}/api/docs/openapi.json`,
        `--url=${product.base}`,
        `--phases=${values.phases}`,
        `--checks=${CHECKS.join(',')}`,
        `--exclude-path-regex=${STREAMS}`,
        ...(values.paths ? [`--include-path-regex=${values.paths}`] : []),
        `--seed=${seed}`,
        `--max-time=${values.seconds}`,
        '--continue-on-failure',
        '--generation-database=none',
        '--request-timeout=60',
        '--warnings=off',
        '--no-color',
        `--report=ndjson`,
        `--report-ndjson-path=${join(folder, `${name}.ndjson`)}`,
      ],
      {
        cwd: folder,
        stdio: 'inherit',
        env: {
          ...process.env,
          PYTHONPATH: import.meta.dirname,
          SCHEMATHESIS_HOOKS: 'hooks',
          FUZZ_URL: product.base,
          FUZZ_ROLE: role,
          FUZZ_SEED: seed,
          FUZZ_STATUSES: statuses,
          ADMIN_PASSWORD: ADMIN.password,
        },
      },
    );
    const [code] = await once(child, 'exit');
    console.log(`fuzz: ${role}, seed ${seed}: ${readFileSync(statuses, 'utf8')}`);
    return code === 0;
  } finally {
    await product.stop();
  }
}

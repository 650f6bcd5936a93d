import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(__dirname, '../wait-for-migrations.sh');

/** Runs the script with a fake kubectl that returns the Job states one after another and repeats the last. */
function wait(states: string[], seconds = '20') {
  const folder = mkdtempSync(join(tmpdir(), 'wait-'));
  try {
    states.forEach((state, index) => writeFileSync(join(folder, `state-${index}`), state));
    const kubectl = `#!/bin/bash
if [[ " $* " == *" logs "* ]]; then echo "the log by $*"; exit; fi
at=$(cat ${folder}/at 2>/dev/null || echo 0)
cat ${folder}/state-$at
[ -e ${folder}/state-$((at + 1)) ] && echo $((at + 1)) >${folder}/at; true`;
    writeFileSync(join(folder, 'kubectl'), kubectl, { mode: 0o755 });
    const { status, stderr } = spawnSync(script, {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin`, POLL_SECONDS: '0.05', TIMEOUT_SECONDS: seconds },
    });
    return { status, stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('wait-for-migrations.sh', () => {
  it('exits when every Job has completed', () => {
    const states = [
      'migrate-auth\nmigrate-billing\n',
      'migrate-auth SuccessCriteriaMet Complete\nmigrate-billing\n',
      'migrate-auth SuccessCriteriaMet Complete\nmigrate-billing Complete\n',
    ];
    expect(wait(states)).toEqual({ status: 0, stderr: '' });
  });

  it('exits immediately when a Job has failed, with its name and log', () => {
    const { status, stderr } = wait([
      'migrate-auth Complete\nmigrate-billing FailureTarget Failed\n',
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/the log by .*job\/migrate-billing/);
    expect(stderr).toMatch(/migrate-billing has failed, nothing was rolled out\. Mend/);
  });

  it('reports missing Jobs and Jobs that take too long', () => {
    expect(wait(['']).stderr).toMatch(/There are no migration Jobs in casement/);
    const timedOut = wait(['migrate-auth\n'], '1');
    expect([timedOut.status, timedOut.stderr]).toEqual([1, expect.stringMatching(/after 1 s/)]);
  });
});

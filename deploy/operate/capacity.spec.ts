import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(__dirname, 'capacity.mjs'), ...args],
    { encoding: 'utf8' },
  );
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
  return {
    status,
    stderr,
    stdout,
    of: (name: string) => rows.find(([first]) => first === name)?.[1],
  };
};

describe('capacity.mjs', () => {
  it('computes workers, connections and traffic of a busy hour', () => {
    const { of, stdout } = run('1000', '--peak', '10', '--minutes', '30');
    expect(of('installs at once')).toBe('50');
    expect(of('install-workers')).toBe('5');
    expect(of('database connections')).toBe('165');
    expect(of('in a rollout')).toBe('330');
    expect(of('statements per second')).toBe('8.3');
    // 100 installs an hour of 8 GiB, as docs/capacity.md says.
    expect(of('image traffic of install')).toBe('1,909 Mbit/s in and out');
    expect(stdout).toContain('max_connections');
  });

  it('counts only preflight chunks and redirects for images of origins', () => {
    const { of } = run('1000', '--peak', '10', '--origins');
    expect(of('image traffic of install')).toBe('11 Mbit/s in and out');
    expect(of('image traffic of origins')).toBe('1,909 Mbit/s');
  });

  it('recommends at least two workers, and a longer stream for many events', () => {
    expect(run('1').of('install-workers')).toBe('2');
    expect(run('1').stdout).not.toContain('eventsPerDay');
    expect(run('2000').stdout).not.toContain('eventsPerDay');
    expect(run('2001').stdout).toContain('Raise nats.eventsPerDay');
  });

  it.each([[], ['many'], ['5', '--peak', '0']])('prints its usage for %j', (...args) => {
    expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage/) });
  });

  it("uses the chart's settings and the measured figures of docs/capacity.md", () => {
    const root = join(__dirname, '../..');
    const values = parse(readFileSync(join(root, 'k8s/casement/values.yaml'), 'utf8'));
    expect(values.installWorker).toMatchObject({ replicas: 2, queue: { installsPerPod: 12 } });
    expect(values.nats.eventsPerDay).toBe(50_000);
    const page = readFileSync(join(root, 'docs/capacity.md'), 'utf8');
    expect(page).toMatch(
      /298\.7 statements each\. An install has 7 events, a worker at most 198 MiB/,
    );
  });
});

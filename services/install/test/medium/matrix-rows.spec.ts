import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FAILURES } from '@casement/proto/texts/failures.js';

const script = join(__dirname, '..', 'vm', 'matrix.sh');
const COLUMNS = [
  ['bios', 'uefi'],
  ['virtio-blk', 'virtio-scsi', 'sata', 'nvme'],
  ['dhcp', 'static', 'onlink', 'dual'],
  ['grub', 'kexec'],
  ['', 'second-disk'],
  ['', '2-gib'],
];
/**
 * Columns that must be combined. The memory column is excluded because combinations need not be repeated on a larger
 * machine.
 */
const MEETING = COLUMNS.slice(0, 5);

describe('rows of make lab-matrix', () => {
  const rows = execFileSync('bash', [script, 'rows'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => Object.assign(Array<string>(COLUMNS.length).fill(''), row.split('/')));

  it('contain only known values', () => {
    for (const row of rows) {
      row.forEach((value, column) => expect(COLUMNS[column]).toContain(value));
    }
  });

  it('cover every pair of values of different columns', () => {
    const missing = MEETING.flatMap((values, column) =>
      MEETING.slice(column + 1).flatMap((others, behind) =>
        values.flatMap((value) =>
          others
            .filter(
              (other) =>
                !rows.some((row) => row[column] === value && row[column + 1 + behind] === other),
            )
            .map((other) => `${value} and ${other || 'one disk'}`),
        ),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('include exactly one machine of 2 GiB', () => {
    expect(rows.filter((row) => row[5])).toHaveLength(1);
  });
});

describe('machines of make lab-matrix', () => {
  const scripts = join(__dirname, '../../../../deploy/lab/machines');
  const machines = execFileSync('bash', [script, 'machines'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([name]) => name !== '-')
    .map(([name = '', shape = '', outcome = '', ...options]) => ({
      name,
      shape,
      outcome,
      options,
    }));

  it('convert, recover or name the code of their refusal', () => {
    const known = ['converts', 'recovers', 'linux', ...Object.keys(FAILURES)];
    for (const { outcome } of machines)
      expect(known).toContain(outcome.replace(/^check:|,(without|remarks)=.*$/g, ''));
  });

  it('verify another layout or network on the machine itself (Spec 6)', () => {
    const rich = machines.filter(({ options }) => options.join(' ').includes('--vps rich'));
    expect(rich.length).toBeGreaterThan(0);
    for (const { name } of rich)
      expect(readFileSync(join(scripts, `${name}.sh`), 'utf8')).toMatch(/^it_is '/m);
  });

  it('differ from the default VPS and have unique names', () => {
    const names = machines.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, options } of machines) {
      expect(options.length > 0 || existsSync(join(scripts, `${name}.sh`))).toBe(true);
    }
    const written = readdirSync(scripts).map((file) => file.replace(/\.sh$/, ''));
    expect(written.filter((name) => !names.includes(name))).toEqual([]);
  });
});

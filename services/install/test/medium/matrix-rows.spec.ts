import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const script = join(__dirname, '..', 'vm', 'matrix.sh');
const COLUMNS = [
  ['bios', 'uefi'],
  ['virtio-blk', 'virtio-scsi', 'sata', 'nvme'],
  ['dhcp', 'static', 'onlink', 'dual'],
  ['grub', 'kexec'],
  ['', 'second-disk'],
  ['', '2-gib'],
];
/** What stays the same on a larger machine need not be done there again. */
const MEETING = COLUMNS.slice(0, 5);

describe('the rows of make lab-matrix', () => {
  const rows = execFileSync('bash', [script, 'rows'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => Object.assign(Array<string>(COLUMNS.length).fill(''), row.split('/')));

  it('hold only values that there are', () => {
    for (const row of rows) {
      row.forEach((value, column) => expect(COLUMNS[column]).toContain(value));
    }
  });

  it('let every two values of different columns meet', () => {
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

  it('do one on a machine of 2 GiB', () => {
    expect(rows.filter((row) => row[5])).toHaveLength(1);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const EVIDENCE = join(import.meta.dirname, '../../agent/evidence.sh');

/** Runs a command with the functions of evidence.sh. */
const run = (command: string, input: string | Buffer = ''): string =>
  execFileSync('sh', ['-c', `. "${EVIDENCE}"; ${command}`], { input, encoding: 'utf8' });

describe('evidence of the recovery system', () => {
  it.each([
    'plain',
    'C:\\Windows\\Panther "setup"',
    'two\nlines\n',
    '',
    String.raw`\\?\GLOBALROOT\Device & 'x' $HOME $(id) %s`,
  ])('turns %j into a JSON string', (text) => {
    expect(JSON.parse(run('json_text', text))).toBe(text.replace(/\n$/, ''));
  });

  it('turns lines into a JSON list', () => {
    expect(JSON.parse(run('json_list', 'cx16\na "b"\n'))).toEqual(['cx16', 'a "b"']);
    expect(JSON.parse(run('json_list'))).toEqual([]);
  });

  it('reads UTF-16 and removes control characters and secrets', () => {
    const log = 'Loaded driver \\SystemRoot\\a.sys\u0007\r\nPassword=hunter2 token: abc\r\n';
    expect(run('clean', Buffer.from(log, 'utf16le'))).toBe(
      'Loaded driver \\SystemRoot\\a.sys?\nPassword=*** token: ***\n',
    );
  });
});

describe('stop code', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'recovery-'));
    mkdirSync(join(root, 'Windows'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const dump = (signature: string): Buffer => {
    const bytes = Buffer.alloc(4096);
    bytes.write(signature);
    bytes.writeUInt32LE(0x7b, 0x38);
    return bytes;
  };

  it.each(['Windows/MEMORY.DMP', 'pagefile.sys'])('is read from a dump in %s', (name) => {
    writeFileSync(join(root, name), dump('PAGEDU64'));
    expect(run(`stop_code "${root}"`)).toBe('0x0000007b');
  });

  it('is unknown without a dump', () => {
    writeFileSync(join(root, 'pagefile.sys'), dump('PAGEPAGE'));
    expect(run(`stop_code "${root}"`)).toBe('');
  });
});

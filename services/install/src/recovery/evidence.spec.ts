import { EVIDENCE_LIMITS, recoveryReportRequest } from '@casement/proto/http/install/recovery.js';
import { phrases } from '@casement/proto/texts/id/phrases.js';
import { translatePhrases } from '@casement/proto/texts/translate.js';
import { causeOf, isExhausted, readReport } from './evidence.js';

const BOOT = 'b'.repeat(32);
const read = (fields: Record<string, unknown>, secrets: string[] = []) =>
  readReport(recoveryReportRequest.parse({ boot_id: BOOT, ...fields }), secrets);
const NOTHING = { ...read({}).findings, since: '', reportedAt: '' };

describe(readReport.name, () => {
  it('reads a report that has only the identifier of its boot', () => {
    expect(read({}).findings).toMatchObject({ starts: null, guard: 'unknown', writtenSince: null });
  });

  it('ignores invalid fields instead of rejecting the report', () => {
    const { findings } = read({ starts: 'many', guard: 'odd', cpu_missing: 'avx', stop_code: 7 });
    expect(findings).toMatchObject({
      starts: null,
      guard: 'unknown',
      cpuMissing: [],
      stopCode: null,
    });
  });

  it.each([
    ['counting', ['viostor', 'boot_entry'], ['viostor', 'boot_entry']],
    ['counting', ['<b>', 'viostor'], []],
    ['kept', ['viostor'], []],
  ])('reads the repairs of a Windows with guard %s: %j', (guard, repairs, expected) => {
    expect(read({ guard, second_chance: repairs }).findings.secondChance).toEqual(expected);
  });

  it('keeps the ends of long logs and limits lists', () => {
    const { findings, logs } = read({
      setup_log: `${'a'.repeat(100_000)}end`,
      io_errors: Array.from({ length: 500 }, () => 'x'.repeat(5_000)),
    });
    expect(logs.setupLog).toHaveLength(EVIDENCE_LIMITS.setupLog);
    expect(logs.setupLog).toMatch(/end$/);
    expect(findings.ioErrors).toBe(EVIDENCE_LIMITS.ioErrors);
    for (const error of logs.ioErrors) expect(error).toHaveLength(EVIDENCE_LIMITS.line);
  });

  it('removes passwords, product keys, tokens and control characters', () => {
    const key = 'BCDFG-HJKMP-QRTVW-XY346-789BC';
    const { findings, logs } = read(
      { setup_log: `pw Rdp-Pass-1 key ${key}\0\x1b[2J`, setup_state: 'Rdp-Pass-1' },
      ['Rdp-Pass-1'],
    );
    expect(logs.setupLog).toBe('pw [removed] key [removed][2J');
    expect(findings.setupState).toBe('[removed]');
  });

  it('removes a password that the limit would cut', () => {
    const text = `Rdp-Pass-1${'a'.repeat(EVIDENCE_LIMITS.setupLog - 5)}`;
    expect(read({ setup_log: text }, ['Rdp-Pass-1']).logs.setupLog).not.toContain('ass-1');
  });
});

describe(isExhausted.name, () => {
  it.each([
    ['counting', 4, true],
    ['counting', 3, false],
    ['counting', null, false],
    ['passed', 9, false],
    ['unknown', 9, false],
  ] as const)('with guard %s and %s starts is %s', (guard, starts, expected) => {
    expect(isExhausted({ guard, starts })).toBe(expected);
  });
});

describe(causeOf.name, () => {
  it.each([
    [{ cpuMissing: ['sse4_2', 'popcnt'] }, false, 'the processor lacks sse4_2, popcnt'],
    [{ diskBus: 'virtio-scsi' }, true, 'it has no driver for the disk bus virtio-scsi'],
    [{ stopCode: '0x0000007b' }, false, 'it stopped with code 0x0000007b'],
    [{ ioErrors: 2 }, false, 'the disk reported errors'],
    [{ bitlocker: true }, false, 'drive C: is encrypted'],
    [{ writtenSince: false }, false, 'it stopped before it could write to the disk'],
    [{ setupState: 'IMAGE_STATE_X' }, false, 'its set-up stopped in the state IMAGE_STATE_X'],
    [
      { setupState: 'IMAGE_STATE_COMPLETE' },
      false,
      'it restarted or stopped several times without a reason',
    ],
    [{}, false, 'it restarted or stopped several times without a reason'],
  ])('names the cause of %j in English and Indonesian', (found, lacksDriver, cause) => {
    expect(causeOf({ ...NOTHING, ...found }, lacksDriver)).toBe(cause);
    expect(translatePhrases(cause, phrases)).not.toBe(cause);
  });
});

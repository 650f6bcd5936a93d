import { z } from 'zod';
import {
  EVIDENCE_LIMITS,
  GUARD_LIMIT,
  type RecoveryReportRequest,
} from '@casement/proto/http/install/recovery.js';
import type { RecoveryFindings } from '@casement/install-engine/agent-api/agent-state.js';
import { redact } from '@casement/install-engine/failures/redact.js';
import { plainText, shortText } from '@casement/windows-image/text.js';

const { setupLog, bootLog, bcd, line, ioErrors, processorFlags } = EVIDENCE_LIMITS;

export const recoveryLogs = z.object({
  setupLog: z.string(),
  bootLog: z.string(),
  bcd: z.string(),
  ioErrors: z.array(z.string()),
});
export type RecoveryLogs = z.infer<typeof recoveryLogs>;

/** Line breaks and characters that change the direction of text, which would let evidence imitate other text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Bounds, cleans and redacts a report. */
export function readReport(
  report: RecoveryReportRequest,
  secrets: readonly (string | null)[],
): { findings: Omit<RecoveryFindings, 'since' | 'reportedAt'>; logs: RecoveryLogs } {
  // Redacted before it is truncated, because half a secret would not be recognised.
  const clean = (text: string) => redact(plainText(text), secrets);
  // Cleaned after the cut too, which may split a surrogate pair.
  const end = (text: string, length: number) => plainText(clean(text).slice(-length));
  const short = (text: string | null | undefined) =>
    text ? shortText(clean(text).replace(UNPRINTABLE, ' ').trim(), line) || null : null;
  const lines = (texts: readonly string[], count: number) =>
    texts.slice(0, count).flatMap((text) => short(text) ?? []);
  const errors = lines(report.io_errors, ioErrors);
  return {
    findings: {
      bootId: report.boot_id,
      starts: report.starts ?? null,
      guard: report.guard,
      writtenSince: report.written_since ?? null,
      diskBus: short(report.disk_bus),
      cpuMissing: lines(report.cpu_missing, processorFlags),
      stopCode: short(report.stop_code),
      setupState: short(report.setup_state),
      ioErrors: errors.length,
      bitlocker: report.bitlocker,
      abilities: report.abilities,
      // A Windows that was kept has started since.
      secondChance: report.guard === 'counting' ? report.second_chance : [],
    },
    logs: {
      setupLog: end(report.setup_log, setupLog),
      bootLog: end(report.boot_log, bootLog),
      bcd: plainText(clean(report.bcd).slice(0, bcd)),
      ioErrors: errors,
    },
  };
}

/** Whether the guard used up its starts. A recovery system chosen in the boot menu is no proof. */
export const isExhausted = ({ guard, starts }: Pick<RecoveryFindings, 'guard' | 'starts'>) =>
  guard === 'counting' && starts !== null && starts >= GUARD_LIMIT;

/**
 * Returns the most likely cause in words that complete "Windows did not start: …". Translated in proto/texts/id.
 * @param lacksDriver whether the image has no driver for the disk's bus
 */
export function causeOf(findings: RecoveryFindings, lacksDriver: boolean): string {
  const { writtenSince, diskBus, cpuMissing, stopCode, setupState, ioErrors, bitlocker } = findings;
  const features = cpuMissing.join(', ');
  if (features) return `the processor lacks ${features}`;
  if (lacksDriver) return `it has no driver for the disk bus ${diskBus}`;
  if (stopCode) return `it stopped with code ${stopCode}`;
  if (ioErrors > 0) return 'the disk reported errors';
  if (bitlocker) return 'drive C: is encrypted';
  if (writtenSince === false) return 'it stopped before it could write to the disk';
  if (setupState && setupState !== 'IMAGE_STATE_COMPLETE')
    return `its set-up stopped in the state ${setupState}`;
  return 'it restarted or stopped several times without a reason';
}

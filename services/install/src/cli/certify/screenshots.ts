import type { CertificationReport } from '@casement/proto/http/certifications.js';

export type CertificationScreenshot = CertificationReport['screenshots'][number];

/** Of a phase the last one shows how it ended. */
const EVERY_MS = 10_000;
/** Before it the machine shows a Linux. */
const FROM_PHASE = ['rebooting', 'writing', 'configuring', 'starting', 'verifying'];

/** Looks at the console from time to time, and keeps the last screenshot of each phase. */
export class Screenshots {
  private readonly kept = new Map<string, CertificationScreenshot>();
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<void> | null = null;
  phase = '';

  constructor(
    private readonly take: (phase: string) => Promise<CertificationScreenshot | null>,
    everyMs = EVERY_MS,
  ) {
    this.timer = setInterval(() => void this.look(), everyMs);
  }

  /** With one more of how it ended. */
  async end(): Promise<CertificationScreenshot[]> {
    clearInterval(this.timer);
    await this.looking;
    await this.look();
    return FROM_PHASE.flatMap((phase) => this.kept.get(phase) ?? []);
  }

  private async look(): Promise<void> {
    if (this.looking) return this.looking;
    this.looking = this.take(this.phase).then((shot) => {
      if (shot) this.kept.set(shot.phase, shot);
      this.looking = null;
    });
    return this.looking;
  }
}

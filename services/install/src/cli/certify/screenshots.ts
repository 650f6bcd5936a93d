import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';

export type CertificationScreenshot = CertificationReport['screenshots'][number];

const EVERY_MS = 10_000;
/** Phases with screenshots. Earlier phases show Linux. */
const FROM_PHASE = ['rebooting', 'writing', 'configuring', 'starting', 'verifying'];

/** Takes screenshots at an interval and stores the last one of each phase. */
export class Screenshots {
  private readonly screenshots = new Map<string, CertificationScreenshot>();
  private readonly timer: NodeJS.Timeout;
  private taking: Promise<void> | null = null;
  phase = '';

  constructor(
    private readonly take: (phase: string) => Promise<CertificationScreenshot | null>,
    everyMs = EVERY_MS,
  ) {
    this.timer = setInterval(() => void this.takeOne(), everyMs);
  }

  /** Takes a final screenshot and returns all of them. */
  async end(): Promise<CertificationScreenshot[]> {
    clearInterval(this.timer);
    await this.taking;
    await this.takeOne();
    return FROM_PHASE.flatMap((phase) => this.screenshots.get(phase) ?? []);
  }

  private async takeOne(): Promise<void> {
    if (this.taking) return this.taking;
    this.taking = this.take(this.phase).then((shot) => {
      if (shot) this.screenshots.set(shot.phase, shot);
      this.taking = null;
    });
    return this.taking;
  }
}

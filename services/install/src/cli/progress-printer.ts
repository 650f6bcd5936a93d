import type { AgentState } from '@casement/install-engine/agent-api/agent-state.js';
import type { ConvertState } from '@casement/install-engine/convert/state.js';
import type { InstallPhase } from '@casement/proto/http/install/install.js';

const LABELS: Record<InstallPhase, string> = {
  connecting: 'Connecting',
  checking: 'Checking',
  preparing: 'Preparing',
  rebooting: 'Rebooting',
  writing: 'Writing',
  configuring: 'Configuring',
  starting: 'Starting Windows',
  verifying: 'Verifying RDP',
};

/** Interval of repeated lines if the output is not a terminal. */
const LINE_EVERY_MS = 5000;

export class ProgressPrinter {
  readonly seconds = new Map<string, number>();
  private readonly started = performance.now();
  private phase: string | null = null;
  private phaseSince = this.started;
  private lastLine = '';
  private lastLineAt = 0;

  constructor(private readonly out: NodeJS.WriteStream) {}

  show(state: ConvertState, agent: AgentState): void {
    const now = performance.now();
    const phase = state.step === 'restore' ? 'returning to Linux' : LABELS[state.phase];
    if (phase !== this.phase) {
      this.finishPhase(now);
      this.phase = phase;
      this.phaseSince = now;
    }
    const line = `${phase}${state.phase === 'writing' ? writing(agent) : ''}`;
    if (line === this.lastLine) return;
    const changed = !this.lastLine.startsWith(phase);
    if (!this.out.isTTY && !changed && now - this.lastLineAt < LINE_EVERY_MS) return;
    this.print(now, line);
    this.lastLine = line;
    this.lastLineAt = now;
  }

  finish(): void {
    this.finishPhase(performance.now());
    if (this.out.isTTY) this.out.write('\n');
  }

  private print(now: number, line: string): void {
    const text = `${((now - this.started) / 1000).toFixed(1).padStart(7)} s  ${line}`;
    this.out.write(this.out.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  }

  private finishPhase(now: number): void {
    if (this.phase === null) return;
    const before = this.seconds.get(this.phase) ?? 0;
    this.seconds.set(this.phase, before + (now - this.phaseSince) / 1000);
    if (this.out.isTTY) this.out.write('\n');
  }
}

function writing({ bytesDone, bytesTotal, rate, etaSeconds }: AgentState): string {
  if (bytesTotal === 0) return '';
  const percent = ((bytesDone / bytesTotal) * 100).toFixed(1);
  const eta = etaSeconds === null ? '' : `  ETA ${etaSeconds} s`;
  return `  ${percent} %  ${(rate / 1e6).toFixed(1)} MB/s${eta}`;
}

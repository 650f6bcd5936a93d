import type { InstallLive } from '@casement/proto/http/install/install.js';
import type { InstallMonitoring } from '@casement/proto/http/install/monitoring.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { InstallStep } from '../install-steps/install-steps.service.js';
import type { EventChannel } from '../event-streams/event-channel.js';
import type { OpenStream } from '../event-streams/open-streams.js';

const CHANGING: readonly InstallLive['status'][] = ['pending', 'preparing', 'running'];

/**
 * Stream of a single install for its owner. Steps carry ids, so that a listener that reconnects receives the missed
 * ones.
 */
export class InstallStream implements OpenStream {
  readonly openedAt = Date.now();
  private readonly sent = new Set<string>();
  private last = '';
  private resumed = false;

  constructor(
    readonly actor: Actor,
    readonly channel: EventChannel,
    readonly installId: string,
    /** Id of the last step that the listener received, or `null` for a new listener. */
    private readonly lastEventId: string | null,
    readonly secrets: readonly (string | null)[],
  ) {}

  /** @param live `null` if the install was deleted */
  send(live: InstallLive | null, steps: InstallStep[]): void {
    if (!live) return this.channel.end();
    this.resume(steps);
    for (const step of steps) {
      if (this.sent.has(step.id)) continue;
      this.sent.add(step.id);
      const { id, name, phase, startedAt } = step;
      this.channel.send({
        id,
        event: 'step',
        data: { id, name, phase, started_at: startedAt.toISOString() },
      });
    }
    // Each run of the worker updates the row, so a changed `updated_at` is not a change for the listener.
    const text = JSON.stringify({ ...live, updated_at: null });
    if (text !== this.last) {
      this.last = text;
      this.channel.send({ event: 'install', data: live });
    }
    if (CHANGING.includes(live.status)) return;
    this.channel.send({ event: 'end', data: { status: live.status } });
    this.channel.end();
  }

  /** Skips the steps up to `lastEventId`. An unknown id starts from the first step. */
  private resume(steps: InstallStep[]): void {
    if (this.resumed) return;
    this.resumed = true;
    const at = steps.findIndex(({ id }) => id === this.lastEventId);
    for (const { id } of steps.slice(0, at + 1)) this.sent.add(id);
  }
}

/** Stream of all installs for an administrator. The event id is that of the newest step. */
export class MonitoringStream implements OpenStream {
  readonly openedAt = Date.now();
  private last = '';

  constructor(
    readonly actor: Actor,
    readonly channel: EventChannel,
  ) {}

  send(monitoring: InstallMonitoring, newestStep: string | null): void {
    const text = JSON.stringify(monitoring);
    if (text === this.last) return;
    this.last = text;
    this.channel.send({
      ...(newestStep ? { id: newestStep } : {}),
      event: 'monitoring',
      data: monitoring,
    });
  }
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ConvertState } from '@casement/install-engine/convert/state.js';
import { InstallStepsRepository, type InstallStep } from './install-steps.repository.js';

export type { InstallStep };

/** Bounds memory use, because steps ended by another worker are never removed individually. */
const MAX_REMEMBERED = 10_000;

type EnteredStep = Pick<ConvertState, 'step' | 'phase' | 'stepSince'>;

/** History of the steps of installs. The end of a step is missing after a crash. */
@Injectable()
export class InstallStepsService {
  /**
   * Last step recorded by this process, by install. Avoids a write each time a waiting step runs, which is every few
   * seconds.
   */
  private readonly recorded = new Map<string, string>();

  constructor(private readonly steps: InstallStepsRepository) {}

  /** Records a step once per worker that runs it. Repeated runs of a waiting step add no rows. */
  async begin(installId: string, entered: EnteredStep, worker: string): Promise<void> {
    const id = stepId(installId, entered, worker);
    if (this.recorded.get(installId) === id) return;
    const { step: name, phase, stepSince: enteredAt } = entered;
    await this.steps.insert({ id, installId, name, phase, enteredAt, worker });
    if (this.recorded.size >= MAX_REMEMBERED) this.recorded.clear();
    this.recorded.set(installId, id);
  }

  /** @param outcome `done` or a failure code */
  end(
    tx: EntityManager,
    installId: string,
    entered: EnteredStep,
    worker: string,
    outcome: string,
  ): Promise<void> {
    return this.steps.end(tx, stepId(installId, entered, worker), outcome);
  }

  newestId(): Promise<string | null> {
    return this.steps.newestId();
  }

  ofInstalls(ids: string[]): Promise<InstallStep[]> {
    return this.steps.ofInstalls(ids);
  }

  /** @see InstallStepsRepository.medianOverhead */
  medianOverhead(): Promise<number | null> {
    return this.steps.medianOverhead();
  }
}

/**
 * Derives a UUIDv7 from the time at which the step was entered, with a hash of step and worker in place of the random
 * bits. The table is partitioned by id, so no other column can be unique.
 */
function stepId(installId: string, { step, stepSince }: EnteredStep, worker: string): string {
  const time = Date.parse(stepSince).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update([installId, step, stepSince, worker].join('\n'));
  const bits = hash.digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(bits.charAt(3), 16) % 4);
  const hex = `${time}7${bits.slice(0, 3)}${variant}${bits.slice(4, 19)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

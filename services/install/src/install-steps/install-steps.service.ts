import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ConvertState } from '@casement/install-engine/convert/state.js';
import { InstallStepsRepository, type InstallStep } from './install-steps.repository.js';

export type { InstallStep };

/** Bounds the memory; steps that were ended by another worker are never removed one by one. */
const MAX_REMEMBERED = 10_000;

type EnteredStep = Pick<ConvertState, 'step' | 'phase' | 'stepSince'>;

/** History of the steps of installs. After a crash the end of a step is missing. */
@Injectable()
export class InstallStepsService {
  /** The last step that this process has recorded, by install: a waiting step runs every few seconds. */
  private readonly recorded = new Map<string, string>();

  constructor(private readonly steps: InstallStepsRepository) {}

  /** Recorded once per worker that runs the step; running a waiting step again adds nothing. */
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

  /** @see InstallStepsRepository.usualOverhead */
  usualOverhead(): Promise<number | null> {
    return this.steps.usualOverhead();
  }
}

/**
 * A UUIDv7 of the time at which the step was entered, with a hash of step and worker in place of the random bits. The table
 * is partitioned by id, so no other column can be unique.
 */
function stepId(installId: string, { step, stepSince }: EnteredStep, worker: string): string {
  const time = Date.parse(stepSince).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update([installId, step, stepSince, worker].join('\n'));
  const bits = hash.digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(bits.charAt(3), 16) % 4);
  const hex = `${time}7${bits.slice(0, 3)}${variant}${bits.slice(4, 19)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

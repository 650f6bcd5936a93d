import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  OffendersRepository,
  type OffenderState,
  type Pardon,
  type RuleHit,
} from './offenders.repository.js';

export type { OffenderState, RuleHit };

/** State of offenders, for blocks and for the features that decide about them. */
@Injectable()
export class OffendersService {
  constructor(private readonly repository: OffendersRepository) {}

  /** A transaction must take all its locks in one call. */
  lock(tx: EntityManager, keys: readonly string[]): Promise<void> {
    return this.repository.lock(tx, keys);
  }

  states(tx: EntityManager, keys: readonly string[]): Promise<Map<string, OffenderState>> {
    return this.repository.states(tx, keys);
  }

  graceUntil(key: string): Promise<Date | null> {
    return this.repository.graceUntil(key);
  }

  recordHits(tx: EntityManager, hits: readonly RuleHit[]): Promise<void> {
    return this.repository.recordHits(tx, hits);
  }

  /** The caller must hold the lock of the key. */
  recordOffence(tx: EntityManager, key: string, offences: number): Promise<void> {
    return this.repository.recordOffence(tx, key, offences);
  }

  /** Makes counting start again from now, and prevents rules from blocking for `graceMinutes`. */
  pardon(tx: EntityManager, key: string, pardon: Pardon): Promise<void> {
    return this.repository.pardon(tx, key, pardon);
  }
}

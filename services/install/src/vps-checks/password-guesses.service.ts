import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { InstallsService } from '../installs/installs.service.js';
import type { VpsTarget } from '../vps-access/vps-targets.js';
import { AddressLimit, vpsCheckErrors } from './vps-checks.errors.js';
import { VpsChecksRepository } from './vps-checks.repository.js';

/** Wrong root passwords per user and hour. More attempts count as guessing, because a failed attempt is free. */
const MAX_BY_USER = 10;
/** Limit for batch rows, which are different machines. Some of 200 passwords are mistyped. */
const MAX_IN_BATCHES = 40;
/** Limit for all users on one VPS. High enough that a few attempts by others do not lock the owner out. */
const MAX_ON_ADDRESS = 20;
const HOUR_MS = 3_600_000;

/** Refused private keys do not count because a key cannot be guessed. */
export const WRONG_PASSWORD: readonly FailureCode[] = ['SSH_AUTH_FAILED', 'SSH_USER_AUTH_FAILED'];

/** Limits wrong root passwords of installs and checks together. */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly checks: VpsChecksRepository,
    private readonly installs: InstallsService,
  ) {}

  /** @param inBatch counts rows of batches instead of single requests @throws RATE_LIMITED */
  async refuse(
    tx: EntityManager,
    { userId }: Actor,
    target: VpsTarget,
    inBatch = false,
  ): Promise<void> {
    const since = new Date(Date.now() - HOUR_MS);
    const by = { userId, ...target, codes: WRONG_PASSWORD, since };
    const checks = await this.checks.countFailures(tx, by);
    const installs = await this.installs.countFailures(tx, by);
    const isTooMany = inBatch
      ? checks.inBatches >= MAX_IN_BATCHES
      : checks.byUser + installs.byUser >= MAX_BY_USER;
    if (isTooMany) throw vpsCheckErrors.tooManyWrongPasswords(DomainError);
    if (checks.onAddress + installs.onAddress >= MAX_ON_ADDRESS)
      throw vpsCheckErrors.tooManyWrongPasswords(AddressLimit);
  }
}

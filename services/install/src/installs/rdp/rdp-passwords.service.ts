import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { redact } from '@casement/install-engine/redact.js';
import type { InstallEntity } from './install.entity.js';
import { installErrors } from './installs.errors.js';
import { InstallsRepository } from './installs.repository.js';
import { secretContext } from './secret-context.js';

const KEPT_MS = 7 * 86_400_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/** Until when its owner can have the password shown; null where it is not stored, or the install has not ended. */
export const rdpPasswordUntil = ({
  rdpPassword,
  finishedAt,
}: Pick<InstallEntity, 'rdpPassword' | 'finishedAt'>): Date | null =>
  rdpPassword !== null && finishedAt !== null ? new Date(finishedAt.getTime() + KEPT_MS) : null;

/**
 * The RDP passwords, in no list of installs: each is shown to its owner alone, by a call of its own, and erased by them or
 * 7 days after the end (ADR 24).
 */
@Injectable()
export class RdpPasswordsService {
  constructor(
    jobs: Jobs,
    private readonly db: Database,
    private readonly installs: InstallsRepository,
    private readonly secrets: SecretBox,
  ) {
    jobs.every('rdp-passwords.erase', SWEEP_EVERY_MS, (stop) => this.sweep(new Date(), stop));
  }

  /** @throws NOT_FOUND, also for another user's; RDP_PASSWORD_ERASED */
  async show(actor: Actor, id: string): Promise<string> {
    const install = await this.installs.findOf(actor.userId, id);
    if (!install) throw installErrors.notFound();
    const password = this.open(install);
    if (password === null) throw installErrors.rdpPasswordErased();
    return password;
  }

  /**
   * Once more it changes nothing.
   * @throws NOT_FOUND, also for another user's; INSTALL_ACTIVE while Windows has yet to be given the password
   */
  erase(actor: Actor, id: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lockOf(tx, actor.userId, id);
      if (!install) throw installErrors.notFound();
      if (install.finishedAt === null) throw installErrors.rdpPasswordNeeded();
      await this.installs.eraseRdpPassword(tx, id, this.redactedState(install));
    });
  }

  /** @returns how many were erased because their time was over */
  async sweep(now = new Date(), stop?: AbortSignal): Promise<number> {
    const endedBefore = new Date(now.getTime() - KEPT_MS);
    let erased = 0;
    for (let more = true; more && !stop?.aborted;) {
      more = await this.db.transaction(async (tx) => {
        const install = await this.installs.lockRdpPasswordDue(tx, endedBefore);
        if (!install) return false;
        await this.installs.eraseRdpPassword(tx, install.id, this.redactedState(install));
        return true;
      });
      if (more) erased += 1;
    }
    return erased;
  }

  private open({ id, rdpPassword }: InstallEntity): string | null {
    return rdpPassword && this.secrets.open(rdpPassword, secretContext.rdp(id));
  }

  /** The log is redacted when it is shown; without the password it can't be any more, so it is redacted for good. */
  private redactedState(install: InstallEntity): InstallEntity['agentState'] {
    const { agentState } = install;
    try {
      const secrets = [this.open(install)];
      return { ...agentState, log: agentState.log.map((line) => redact(line, secrets)) };
    } catch {
      return { ...agentState, log: [] };
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { redact } from '@casement/install-engine/failures/redact.js';
import type { InstallEntity } from '../install.entity.js';
import { installErrors } from '../installs.errors.js';
import { InstallSecrets } from '../install-secrets.js';
import { InstallsService } from '../installs.service.js';
import { RDP_PASSWORD_LIFETIME_MS } from '../rdp-password.js';
import { rdpErrors } from './rdp.errors.js';
import { RdpRepository } from './rdp.repository.js';

const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * RDP passwords appear in no list of installs. A separate call shows a password to its owner. Passwords are erased
 * after a retention period (ADR 24).
 */
@Injectable()
export class RdpPasswordsService {
  constructor(
    jobs: Jobs,
    private readonly db: Database,
    private readonly installs: InstallsService,
    private readonly repository: RdpRepository,
    private readonly secrets: InstallSecrets,
  ) {
    jobs.every('rdp-passwords.erase', SWEEP_EVERY_MS, (stop) => this.sweep(new Date(), stop));
  }

  /** @throws NOT_FOUND, also for another user's install; RDP_PASSWORD_ERASED */
  async show(actor: Actor, id: string): Promise<string> {
    const password = this.secrets.rdpPassword(await this.installs.own(actor, id));
    if (password === null) throw rdpErrors.passwordErased();
    return password;
  }

  /**
   * Idempotent.
   * @throws NOT_FOUND, also for another user's install; INSTALL_ACTIVE until Windows has received the password
   */
  erase(actor: Actor, id: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lockOwn(tx, actor.userId, id);
      if (!install) throw installErrors.notFound();
      if (install.finishedAt === null) throw rdpErrors.passwordNeeded();
      await this.repository.erasePassword(tx, id, this.redactedState(install));
    });
  }

  /** @returns the number of erased passwords */
  async sweep(now = new Date(), stop?: AbortSignal): Promise<number> {
    const endedBefore = new Date(now.getTime() - RDP_PASSWORD_LIFETIME_MS);
    let erased = 0;
    for (let more = true; more && !stop?.aborted;) {
      more = await this.db.transaction(async (tx) => {
        const install = await this.repository.lockPasswordDue(tx, endedBefore);
        if (!install) return false;
        await this.repository.erasePassword(tx, install.id, this.redactedState(install));
        return true;
      });
      if (more) erased += 1;
    }
    return erased;
  }

  /** Redacts the log permanently because it can no longer be redacted on display after the password is erased. */
  private redactedState(install: InstallEntity): InstallEntity['agentState'] {
    const { agentState } = install;
    try {
      const secrets = [this.secrets.rdpPassword(install)];
      return { ...agentState, log: agentState.log.map((line) => redact(line, secrets)) };
    } catch {
      return { ...agentState, log: [] };
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { secretsOf, unpackCredentials } from '@casement/install-engine/ssh/credentials.js';
import type { InstallEntity } from './install.entity.js';
import { installLog } from './install-log.js';
import { InstallStepsRepository } from './install-steps.repository.js';
import { installErrors } from './installs.errors.js';
import { InstallsRepository } from './installs.repository.js';
import { secretContext } from './secret-context.js';

/** Logs of installs, made when they are asked for from what is kept with the install. */
@Injectable()
export class InstallLogsService {
  constructor(
    private readonly installs: InstallsRepository,
    private readonly steps: InstallStepsRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** @throws NOT_FOUND, also for another user's */
  async forOwner(actor: Actor, id: string): Promise<string> {
    const install = await this.installs.findOf(actor.userId, id);
    if (!install) throw installErrors.notFound();
    return this.write(install, false);
  }

  /** @throws NOT_FOUND */
  async forAdmin(id: string): Promise<string> {
    const install = await this.installs.findVisible(id);
    if (!install) throw installErrors.notFound();
    return this.write(install, true);
  }

  /** The passwords that are still kept, to redact what is shown. */
  secretsOf({ id, vpsPassword, rdpPassword }: InstallEntity): (string | null)[] {
    return [
      ...(vpsPassword
        ? secretsOf(unpackCredentials(this.secrets.open(vpsPassword, secretContext.vps(id))))
        : []),
      rdpPassword && this.secrets.open(rdpPassword, secretContext.rdp(id)),
    ];
  }

  private async write(install: InstallEntity, forAdmin: boolean): Promise<string> {
    const steps = await this.steps.ofInstalls([install.id]);
    return installLog({ install, steps, secrets: this.secretsOf(install), forAdmin });
  }
}

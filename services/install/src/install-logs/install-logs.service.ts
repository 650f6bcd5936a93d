import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { InstallStepsService } from '../install-steps/install-steps.service.js';
import { InstallSecrets } from '../installs/install-secrets.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { installLog } from './install-log.js';

/** Generates logs on request from the rows of the install and its steps. */
@Injectable()
export class InstallLogsService {
  constructor(
    private readonly installs: InstallsService,
    private readonly steps: InstallStepsService,
    private readonly secrets: InstallSecrets,
  ) {}

  /** @throws NOT_FOUND, also for another user's install */
  async forOwner(actor: Actor, id: string): Promise<string> {
    return this.write(await this.installs.own(actor, id), false);
  }

  /** @throws NOT_FOUND */
  async forAdmin(id: string): Promise<string> {
    return this.write(await this.installs.get(id), true);
  }

  private async write(install: StoredInstall, forAdmin: boolean): Promise<string> {
    const steps = await this.steps.ofInstalls([install.id]);
    return installLog({ install, steps, secrets: this.secrets.allOf(install), forAdmin });
  }
}

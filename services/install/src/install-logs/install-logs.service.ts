import { Injectable } from '@nestjs/common';
import type { AdminInstallDetails } from '@casement/proto/http/install/admin-installs.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { redact } from '@casement/install-engine/failures/redact.js';
import { InstallStepsService } from '../install-steps/install-steps.service.js';
import { InstallSecrets } from '../installs/install-secrets.js';
import { InstallMapper } from '../installs/install.mapper.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { AdminRecoveryService } from '../recovery/admin-recovery.service.js';
import { RecoveryService } from '../recovery/recovery.service.js';
import { installLog } from './install-log.js';

/** Generates logs and details on request from the rows of the install and its steps. */
@Injectable()
export class InstallLogsService {
  constructor(
    private readonly installs: InstallsService,
    private readonly steps: InstallStepsService,
    private readonly secrets: InstallSecrets,
    private readonly mapper: InstallMapper,
    private readonly recovery: RecoveryService,
    private readonly adminRecovery: AdminRecoveryService,
  ) {}

  /** @throws NOT_FOUND, also for another user's install */
  async forOwner(actor: Actor, id: string): Promise<string> {
    return this.write(await this.installs.own(actor, id), false);
  }

  /** @throws NOT_FOUND */
  async forAdmin(id: string): Promise<string> {
    return this.write(await this.installs.get(id), true);
  }

  /** @throws NOT_FOUND */
  async details(id: string): Promise<AdminInstallDetails> {
    const install = await this.installs.get(id);
    const [record, steps] = await Promise.all([
      this.mapper.record(install),
      this.steps.ofInstalls([id]),
    ]);
    const secrets = this.secrets.allOf(install);
    const clean = (text: string) => redact(text, secrets);
    const { osName, failure, checks } = install.engineState;
    return {
      install: record,
      recovery: this.adminRecovery.actionsOf(install),
      os_name: osName && clean(osName),
      ssh_port: install.sshPort,
      ssh_user: install.sshUser,
      finished_at: install.finishedAt?.toISOString() ?? null,
      failure_detail: failure?.detail ? clean(failure.detail) : null,
      checks: checks.map(({ name, result, found, message }) => ({
        name,
        result,
        found: clean(found),
        message: message && clean(message),
      })),
      steps: steps.map(({ name, worker, startedAt, finishedAt, outcome }) => ({
        name,
        worker,
        started_at: startedAt.toISOString(),
        finished_at: finishedAt?.toISOString() ?? null,
        outcome,
      })),
    };
  }

  private async write(install: StoredInstall, forAdmin: boolean): Promise<string> {
    const [steps, recovery] = await Promise.all([
      this.steps.ofInstalls([install.id]),
      this.recovery.logsOf(install.id),
    ]);
    const secrets = this.secrets.allOf(install);
    return installLog({ install, steps, secrets, recovery, forAdmin });
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { InstallHistoryQuery, InstallRequest } from '@casement/proto/http/install.js';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { correlationId } from '@casement/common/core/context/request-context.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { ClosedUsersService } from '../closed-users/closed-users.service.js';
import { newConvertState } from '@casement/install-engine/convert/state.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { OfferedVersions } from '../windows-versions/offered-versions.js';
import { WindowsVersionsRepository } from '../windows-versions/windows-versions.repository.js';
import type { InstallEntity } from './install.entity.js';
import { InstallTransitions } from './install-transitions.service.js';
import { installErrors } from './installs.errors.js';
import { InstallsRepository } from './installs.repository.js';
import { QuotaClient } from './quota.client.js';
import { secretContext } from './secret-context.js';
import { SshAccessReader } from './ssh-access.js';
import { VpsTargets } from './vps-targets.js';

/** What users do with installs. */
@Injectable()
export class InstallsService {
  constructor(
    private readonly db: Database,
    private readonly installs: InstallsRepository,
    private readonly closedUsers: ClosedUsersService,
    private readonly versions: WindowsVersionsRepository,
    private readonly offered: OfferedVersions,
    private readonly transitions: InstallTransitions,
    private readonly quota: QuotaClient,
    private readonly targets: VpsTargets,
    private readonly access: SshAccessReader,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Begins an install for one quota. The row is committed first, as `reserving`; a crash or a lost answer at any
   * point after that is settled by the sweeper, which gives a quota that may have been held back.
   *
   * @throws VALIDATION_FAILED, ADDRESS_REFUSED, RATE_LIMITED, WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE, ACCOUNT_CLOSED,
   *   INSTALL_IN_PROGRESS, INSUFFICIENT_QUOTA, UNAVAILABLE
   * @param together joins the transaction that commits the row, under its id; where it throws there is no install
   */
  async request(
    actor: Actor,
    request: InstallRequest,
    together: (tx: EntityManager, id: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<InstallEntity> {
    const version = await this.acceptable(actor, request);
    const { credentials, ...account } = await this.access.read(actor, request);
    const id = newId();
    const row: Partial<InstallEntity> = {
      id,
      userId: actor.userId,
      ip: request.ip,
      winVer: version.slug,
      winName: version.name,
      manifestSha256: version.manifestSha256,
      ...account,
      vpsPassword: this.secrets.seal(credentials, secretContext.vps(id)),
      rdpPassword: this.secrets.seal(request.passwd_rdp, secretContext.rdp(id)),
      correlationId: correlationId() ?? null,
      status: 'reserving',
      version: 0,
      runAfter: new Date(),
      leaseEpoch: 0,
      engineState: newConvertState(new Date()),
      agentState: NEW_AGENT_STATE,
    };
    const inserted = await this.db.commitAtOnce(async (tx) => {
      await this.closedUsers.admit(tx, actor.userId);
      if (!(await this.versions.keepAs(tx, version))) throw installErrors.versionUnknown();
      if (!(await this.installs.insert(tx, row))) return false;
      await this.installs.pinCheckedKey(tx, id);
      await together(tx, id);
      return true;
    });
    if (!inserted) throw await this.occupied(actor, request.ip);
    return this.reserve((await this.installs.find(id))!);
  }

  /** @throws NOT_FOUND, also for another user's */
  async own(actor: Actor, id: string): Promise<InstallEntity> {
    const install = await this.installs.findOf(actor.userId, id);
    if (!install) throw installErrors.notFound();
    return install;
  }

  list(actor: Actor, page: InstallHistoryQuery): Promise<ListPage<InstallEntity>> {
    return this.installs.pageOf(actor.userId, page);
  }

  private async occupied(actor: Actor, ip: string): Promise<Error> {
    // The user was not answered that it began, and may ask again once the sweeper has settled it.
    const own = await this.installs.isReserving(actor.userId, ip);
    return own
      ? installErrors.quotaUnavailable('an earlier request is not settled')
      : installErrors.inProgress(ip);
  }

  private async acceptable(actor: Actor, { ip, win_ver }: InstallRequest) {
    this.targets.acceptAddress(actor, ip);
    await this.targets.refuseGuessing(this.db.manager, actor, ip);
    const { id, slug, name, manifestSha256 } = await this.offered.require(win_ver);
    return { id, slug, name, manifestSha256 };
  }

  private async reserve(row: InstallEntity): Promise<InstallEntity> {
    const answer = await this.quota.hold(row.id, row.userId).catch((error: unknown) => {
      // Whether the quota is held is unknown: the row stays for the sweeper, which settles it.
      throw installErrors.quotaUnavailable(error);
    });
    if (answer !== 'held') {
      await this.installs.delete(this.db.manager, row.id, 'reserving');
      throw answer === 'insufficient'
        ? installErrors.insufficientQuota()
        : installErrors.quotaUnavailable(answer);
    }
    const queued = await this.db.transaction((tx) => this.transitions.queue(tx, row));
    if (!queued) throw installErrors.quotaUnavailable('settled by the sweeper meanwhile');
    return queued;
  }
}

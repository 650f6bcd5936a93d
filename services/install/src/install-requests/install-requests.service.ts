import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { InstallConfig } from '../config.js';
import { AccountClosureService } from '../account-closure/account-closure.service.js';
import { InstallReservations, type NewInstall } from '../installs/install-reservations.service.js';
import type { NewSecrets } from '../installs/install-secrets.js';
import type { StoredInstall } from '../installs/installs.service.js';
import { VpsCredentialsReader } from '../vps-access/vps-credentials-reader.js';
import { VpsTargets, type VpsTarget } from '../vps-access/vps-targets.js';
import { PasswordGuesses } from '../vps-checks/password-guesses.service.js';
import { VpsChecksService } from '../vps-checks/vps-checks.service.js';
import { WindowsOptionsService } from '../windows-options/windows-options.service.js';
import { OfferedVersions, type VersionWithImage } from '../windows-versions/offered-versions.js';

type WindowsRequest = Pick<InstallRequest, 'win_ver' | 'passwd_rdp' | 'windows_options'>;
type Chosen = { version: VersionWithImage } & Pick<
  NewInstall,
  'kind' | 'price' | 'windowsOptions'
> &
  Omit<NewSecrets, 'vpsCredentials'>;
/** Columns about the machine, and for a known one the states at which its install begins. */
type Machine = VpsTarget &
  Pick<NewInstall, 'sshUser' | 'vpsCredentials' | 'engineState' | 'agentState'>;

@Injectable()
export class InstallRequestsService {
  constructor(
    private readonly db: Database,
    private readonly targets: VpsTargets,
    private readonly guesses: PasswordGuesses,
    private readonly versions: OfferedVersions,
    private readonly credentials: VpsCredentialsReader,
    private readonly closure: AccountClosureService,
    private readonly checks: VpsChecksService,
    private readonly reservations: InstallReservations,
    private readonly options: WindowsOptionsService,
    private readonly config: InstallConfig,
  ) {}

  /**
   * Starts an install for one quota.
   * @throws VALIDATION_FAILED, ADDRESS_REFUSED, RATE_LIMITED, WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE,
   * ACCOUNT_CLOSED, INSTALL_IN_PROGRESS, INSUFFICIENT_QUOTA, UNAVAILABLE
   * @param inSameTransaction joins the transaction that inserts the row with this id; if it throws, no install is
   * created
   */
  async request(
    unit: UnitOfWork,
    actor: Actor,
    request: InstallRequest,
    inSameTransaction: (tx: EntityManager, id: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<StoredInstall> {
    const { userId } = actor;
    const target = this.targets.accept(actor, request);
    this.targets.acceptNetwork('windows_options', request.windows_options);
    await this.guesses.refuse(this.db.manager, actor, target);
    const windows = await this.choose(userId, request);
    const account = await this.credentials.read(actor, request);
    return this.begin(unit, userId, windows, { ...target, ...account }, async (tx, id) => {
      const fingerprint = await this.checks.takeFingerprint(tx, { userId, ...target });
      if (fingerprint !== null) await this.reservations.pinHostKey(tx, id, fingerprint);
      await inSameTransaction(tx, id);
    });
  }

  /** @throws WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE, VALIDATION_FAILED */
  async choose(
    userId: string,
    { win_ver, passwd_rdp: rdpPassword, windows_options }: WindowsRequest,
  ) {
    const version = await this.versions.require(win_ver);
    const {
      account_password: accountPassword = null,
      product_key: productKey = null,
      script = null,
      ...windowsOptions
    } = (await this.options.accept(userId, windows_options)) ?? {};
    await this.options.requireOffered(windows_options, version);
    return { version, rdpPassword, windowsOptions, accountPassword, productKey, script };
  }

  /**
   * Holds one quota and queues an install.
   * @throws ACCOUNT_CLOSED, INSTALL_IN_PROGRESS, INSUFFICIENT_QUOTA, UNAVAILABLE
   * @param inSameTransaction see `request`
   */
  async begin(
    unit: UnitOfWork,
    userId: string,
    { version, ...chosen }: Chosen,
    machine: Machine,
    inSameTransaction: (tx: EntityManager, id: string) => Promise<void>,
  ): Promise<StoredInstall> {
    const { slug: winVer, name: winName, manifestSha256 } = version;
    const id = newId();
    const inserted = await this.db.runInNewTransaction(async (tx) => {
      await this.closure.admit(tx, userId);
      await this.versions.lockAs(tx, version);
      const install = {
        id,
        userId,
        ...machine,
        winVer,
        winName,
        manifestSha256,
        ...chosen,
        bootGuard: this.config.BOOT_GUARD && version.bootGuard && version.kind === 'windows',
      };
      if (!(await this.reservations.insert(tx, install))) return false;
      await inSameTransaction(tx, id);
      return true;
    });
    if (!inserted) throw await this.reservations.occupied(userId, machine);
    return this.reservations.confirm(unit, id);
  }
}

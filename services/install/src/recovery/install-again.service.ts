import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import type { InstallAgainRequest } from '@casement/proto/http/install/install.js';
import { publicKeyOf, type ReturnToLinuxRequest } from '@casement/proto/http/install/linux.js';
import { networkOptionsOf } from '@casement/proto/http/install/network-choices.js';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import { tokenFromRecovery } from '@casement/install-engine/agent-api/agent-session.js';
import {
  rebuiltState,
  type RecoveryFindings,
} from '@casement/install-engine/agent-api/agent-state.js';
import { CONVERT_SETTINGS } from '@casement/install-engine/convert/settings.js';
import { recoveryState, type ConvertState } from '@casement/install-engine/convert/state.js';
import { stageArchive } from '@casement/install-engine/convert/steps/prepare.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import {
  hostKeyFingerprint,
  newLinuxAccess,
  packLinuxAccess,
} from '@casement/install-engine/linux/linux-access.js';
import type { Plan } from '@casement/install-engine/machine/plan.js';
import { requireManifest } from '@casement/install-engine/preflight/examine.js';
import { checkImage } from '@casement/install-engine/preflight/image-refusal.js';
import type { ImageManifest } from '@casement/windows-image/store/manifest.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { InstallConfig } from '../config.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import { InstallRequestsService } from '../install-requests/install-requests.service.js';
import { AgentInstallsService } from '../installs/agent-installs.service.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { linuxPrice, linuxReadiness, recoveryReadiness } from '../installs/recovery-readiness.js';
import { OfferedVersions } from '../windows-versions/offered-versions.js';
import { CatalogueRequirements } from '../windows-versions/catalogue-requirements.js';
import { ConsoleCodes } from './console-codes.service.js';
import { recoveryErrors } from './recovery.errors.js';

const POLL_SECONDS = 30;
/** Until a worker has begun the install. */
const POLL_SECONDS_QUEUED = 5;

const log = logger('install-again');

interface ReadyInstall {
  install: StoredInstall;
  plan: Plan;
  recovery: RecoveryFindings;
}

/** Installs that the recovery system of a failed install runs, after its owner entered the code on its console. */
@Injectable()
export class InstallAgainService {
  constructor(
    private readonly codes: ConsoleCodes,
    private readonly installs: InstallsService,
    private readonly agents: AgentInstallsService,
    private readonly requests: InstallRequestsService,
    private readonly versions: OfferedVersions,
    private readonly catalogue: CatalogueRequirements,
    @Inject(CHUNK_STORE) private readonly images: ChunkStore,
    private readonly config: InstallConfig,
  ) {}

  /**
   * Starts an install for one quota on the machine of install `id`. Only the boot whose code was entered gets its job.
   * @throws NOT_FOUND, also for another user's install; RECOVERY_NOT_READY, VALIDATION_FAILED,
   * WINDOWS_VERSION_UNSUITABLE, and as InstallRequestsService.choose and begin
   */
  async request(
    unit: UnitOfWork,
    { userId }: Actor,
    id: string,
    { code, ...request }: InstallAgainRequest,
  ): Promise<StoredInstall> {
    const ready = await this.codes.confirm(userId, id, code, recoveryReadiness);
    const { windowsOptions, ...chosen } = await this.requests.choose(userId, request);
    const { rdpProof } = await this.requireSuitable(
      ready,
      chosen.version.manifestSha256,
      'win_ver',
    );
    const network = networkOptionsOf(ready.install.windowsOptions);
    return this.begin(
      unit,
      ready,
      { ...chosen, windowsOptions: { ...windowsOptions, ...network } },
      { handshakeOnly: rdpProof === 'handshake' },
    );
  }

  /**
   * Returns the machine of install `id` to Linux by a new run. Only the boot whose code was entered gets its job.
   * @throws NOT_FOUND, also for another user's install; RECOVERY_NOT_READY, VALIDATION_FAILED, LINUX_VERSION_UNKNOWN,
   * LINUX_VERSION_UNSUITABLE, and as InstallRequestsService.begin
   */
  async returnToLinux(
    unit: UnitOfWork,
    { userId }: Actor,
    id: string,
    { code, version_id, root_password, ssh_public_key }: ReturnToLinuxRequest,
  ): Promise<StoredInstall> {
    const ready = await this.codes.confirm(userId, id, code, linuxReadiness);
    const version = await this.versions.requireLinux(version_id);
    await this.requireSuitable(ready, version.manifestSha256, 'version_id');
    const access = newLinuxAccess(root_password, publicKeyOf(ssh_public_key) ?? '');
    const hostKey = hostKeyFingerprint(access);
    return this.begin(
      unit,
      ready,
      {
        version,
        kind: 'linux',
        price: linuxPrice(ready.install, this.config),
        linuxAccess: packLinuxAccess(access),
        windowsOptions: ready.install.windowsOptions,
        rdpPassword: null,
        accountPassword: null,
        productKey: null,
        script: null,
      },
      { linux: { hostKey, proof: null, provenAt: null } },
    );
  }

  /** Holds the price and queues a run for the confirmed boot on the examined machine. */
  private async begin(
    unit: UnitOfWork,
    { install, plan, recovery: { bootId } }: ReadyInstall,
    chosen: Parameters<InstallRequestsService['begin']>[2],
    more: Pick<ConvertState, 'handshakeOnly' | 'linux'>,
  ): Promise<StoredInstall> {
    const { id, userId, ip, sshPort, sshUser, engineState, agentState } = install;
    const started = await this.requests.begin(
      unit,
      userId,
      chosen,
      {
        ip,
        sshPort,
        sshUser,
        vpsCredentials: null,
        engineState: {
          ...recoveryState({ ...engineState, plan }, bootId, new Date()),
          ...more,
        },
        agentState: rebuiltState(agentState),
      },
      (tx, newId) => this.bind(tx, { userId, id, bootId, newId }),
    );
    log.info({ installId: started.id, recoveredFrom: id }, 'install from a recovery system queued');
    return started;
  }

  /**
   * Returns the order for the confirmed boot; `null` for another boot and once its stage may no longer begin. The same
   * boot gets the same job again, because the response may be lost.
   */
  async orderFor(installId: string, bootId: string, token: string): Promise<RecoveryOrder | null> {
    const [install] = await this.installs.getAll([installId]);
    if (install?.engineState.recoveryBoot !== bootId) return null;
    if (install.status === 'pending') return { order: 'wait', poll_seconds: POLL_SECONDS_QUEUED };
    const stageToken = tokenFromRecovery(token, bootId, installId);
    if (!(await this.agents.giveToken(installId, sha256Hex(stageToken)))) return null;
    const job = await stageArchive(
      { installId, agentUrl: this.config.INSTALL_AGENT_URL },
      install.engineState,
      await requireManifest(this.images, install.manifestSha256),
      stageToken,
      { settings: CONVERT_SETTINGS, now: () => new Date() },
    );
    const order = install.kind === 'linux' ? 'return_to_linux' : 'install_again';
    return { order, poll_seconds: POLL_SECONDS, job: job.toString('base64') };
  }

  /** Gives the install to the boot, unless the machine was restarted since the code was checked. */
  private async bind(
    tx: EntityManager,
    { userId, id, bootId, newId }: { userId: string; id: string; bootId: string; newId: string },
  ): Promise<void> {
    await this.codes.lockConfirmed(tx, { userId, id, bootId }, recoveryReadiness);
    await this.installs.recordAgain(tx, id, { bootId, wrongCodes: 0, installId: newId });
  }

  private async requireSuitable(
    { install, plan, recovery }: ReadyInstall,
    imageSha256: string,
    path: 'win_ver' | 'version_id',
  ): Promise<ImageManifest> {
    const manifest = await this.images.readManifest(imageSha256);
    if (!manifest) throw recoveryErrors.unsuitable(toFailure('IMAGE_MISSING'), path);
    const image = manifest.linux
      ? { ...manifest, firmwares: manifest.linux.firmware }
      : ((await this.catalogue.list()).find((version) => version.imageSha256 === imageSha256) ??
        manifest);
    const { cpuMissing } = recovery;
    const { checks } = install.engineState;
    const checked = checkImage({ plan, checks, cpuMissing }, image);
    if (checked.result === 'refused') throw recoveryErrors.unsuitable(checked, path);
    return manifest;
  }
}

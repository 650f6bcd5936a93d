import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { WindowsVersionRequest } from '@casement/proto/http/install/windows/windows-versions.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { InstallsService } from '../installs/installs.service.js';
import { WindowsVersionEntity } from './windows-version.entity.js';
import { windowsVersionErrors } from './windows-versions.errors.js';
import { WindowsVersionsRepository, type ListedVersion } from './windows-versions.repository.js';

type VersionRequest = WindowsVersionRequest & { enabled?: boolean };

/** Catalogue of Windows and Linux versions for administrators (SPEC §2, §7). A change and its audit record are one transaction. */
@Injectable()
export class WindowsVersionsService {
  constructor(
    private readonly db: Database,
    private readonly versions: WindowsVersionsRepository,
    private readonly installs: InstallsService,
    private readonly audit: Audit,
  ) {}

  /** Ordered newest first. */
  list(): Promise<ListedVersion[]> {
    return this.versions.list('windows');
  }

  /** The new version has no image, so it is not available yet. @throws SLUG_TAKEN */
  create(
    unit: UnitOfWork,
    request: VersionRequest,
    kind: ImageKind = 'windows',
  ): Promise<WindowsVersionEntity> {
    return unit.transaction(async (tx) => {
      const version = await this.versions.insert(tx, request, kind);
      if (!version) throw windowsVersionErrors.slugTaken(request.slug, kind);
      await this.record(tx, 'created', version.id, undefined, version);
      return version;
    });
  }

  /**
   * Installs keep the slug and name that the version had when they were requested.
   *
   * @throws NOT_FOUND, SLUG_TAKEN, WINDOWS_VERSION_IN_USE if the slug of an active install would change
   */
  update(
    id: string,
    { name, slug, ...more }: VersionRequest,
    kind: ImageKind = 'windows',
  ): Promise<WindowsVersionEntity> {
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, id, kind);
      if (slug !== before.slug && (await this.installs.isVersionInUse(tx, before.slug))) {
        throw windowsVersionErrors.inUse(before.name, 'rename');
      }
      const processor = more.processor === undefined ? before.processor : more.processor || null;
      const bootGuard = more.boot_guard ?? before.bootGuard;
      const enabled = more.enabled ?? before.enabled;
      const change = { name, slug, processor, bootGuard, enabled };
      if (!(await this.versions.update(tx, id, change)))
        throw windowsVersionErrors.slugTaken(slug, kind);
      const after = { ...before, ...change };
      await this.record(tx, 'updated', id, before, after);
      return after;
    });
  }

  /** @throws NOT_FOUND, WINDOWS_VERSION_IN_USE */
  remove(id: string, kind: ImageKind = 'windows'): Promise<void> {
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, id, kind);
      if (await this.installs.isVersionInUse(tx, before.slug)) {
        throw windowsVersionErrors.inUse(before.name, 'delete');
      }
      await tx.delete(WindowsVersionEntity, { id });
      await this.record(tx, 'deleted', id, before);
    });
  }

  private async lock(
    tx: EntityManager,
    id: string,
    kind: ImageKind,
  ): Promise<WindowsVersionEntity> {
    const version = await this.versions.lock(tx, id, kind);
    if (!version) throw windowsVersionErrors.notFound(kind);
    return version;
  }

  private async record(
    tx: EntityManager,
    action: 'created' | 'updated' | 'deleted',
    id: string,
    before?: WindowsVersionEntity,
    after?: WindowsVersionEntity,
  ): Promise<void> {
    const { kind } = (after ?? before)!;
    await this.audit.record(tx, {
      action: `${kind}-version.${action}`,
      target: `${kind}-version:${id}`,
      before: before && auditable(before),
      after: after && auditable(after),
    });
  }
}

const auditable = ({ kind, name, slug, processor, bootGuard, enabled }: WindowsVersionEntity) =>
  kind === 'linux' ? { name, slug, enabled } : { name, slug, processor, boot_guard: bootGuard };

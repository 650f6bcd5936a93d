import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import { Database } from '@casement/common/data/database/database.js';
import { CertificationsRepository } from './certifications.repository.js';
import { WindowsVersionEntity } from './windows-version.entity.js';
import { windowsVersionErrors } from './windows-versions.errors.js';
import { WindowsVersionsRepository, type ListedVersion } from './windows-versions.repository.js';

export type StoredVersion = WindowsVersionEntity;
export type { ListedVersion };

@Injectable()
export class VersionImages {
  constructor(
    private readonly db: Database,
    private readonly versions: WindowsVersionsRepository,
    private readonly certifications: CertificationsRepository,
  ) {}

  /** Newest first. */
  list(kind: ImageKind): Promise<ListedVersion[]> {
    return this.versions.list(kind);
  }

  find(versionId: string): Promise<StoredVersion | null> {
    return this.db.manager.findOneBy(WindowsVersionEntity, { id: versionId });
  }

  /** @throws NOT_FOUND */
  async get(versionId: string): Promise<StoredVersion> {
    return required(await this.find(versionId));
  }

  findLocked(tx: EntityManager, versionId: string): Promise<StoredVersion | null> {
    return this.versions.lock(tx, versionId);
  }

  /** Locks the version, of either kind by default, until `tx` ends. @throws NOT_FOUND */
  async lock(tx: EntityManager, versionId: string, kind?: ImageKind): Promise<StoredVersion> {
    return required(await this.versions.lock(tx, versionId, kind));
  }

  /** Assigns an image. Active installs keep the previous one. */
  assign(tx: EntityManager, versionId: string, manifestSha256: string): Promise<void> {
    return this.set(tx, versionId, { manifestSha256, imageImportedAt: new Date() });
  }

  unassign(tx: EntityManager, versionId: string): Promise<void> {
    return this.set(tx, versionId, { manifestSha256: null, imageImportedAt: null });
  }

  /** Prevents new installs from using these images. */
  withdraw(tx: EntityManager, images: string[]): Promise<void> {
    return this.versions.withdraw(tx, images);
  }

  /** Records that the image is undamaged. A withdrawn image is offered once more. */
  markVerified(tx: EntityManager, image: string): Promise<void> {
    return this.versions.markVerified(tx, image);
  }

  /** Returns the images of all versions, including withdrawn ones. */
  images(): Promise<string[]> {
    return this.versions.images();
  }

  certificationOf(image: string): Promise<CertificationReport | null> {
    return this.certifications.find(image);
  }

  private async set(
    tx: EntityManager,
    id: string,
    image: Pick<StoredVersion, 'manifestSha256' | 'imageImportedAt'>,
  ): Promise<void> {
    const reset = { imageVerifiedAt: null, withdrawnManifestSha256: null };
    await tx.update(WindowsVersionEntity, { id }, { ...image, ...reset });
  }
}

function required(version: StoredVersion | null): StoredVersion {
  if (!version) throw windowsVersionErrors.notFound();
  return version;
}

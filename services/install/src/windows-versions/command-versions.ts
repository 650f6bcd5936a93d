import type { EntityManager } from 'typeorm';
import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import type { Database } from '@casement/common/data/database/database.js';
import { CertificationsRepository } from './certifications.repository.js';
import { WindowsVersionEntity } from './windows-version.entity.js';
import { WindowsVersionsRepository } from './windows-versions.repository.js';

/** Windows versions for commands, which run without Nest. */
export class CommandVersions {
  static readonly entities = [WindowsVersionEntity];

  constructor(private readonly db: Database) {}

  /** @returns the manifest hash of the version's image, even if withdrawn, or `null` without an image */
  async findImage(slug: string): Promise<string | null> {
    const version = await this.db.manager.findOneBy(WindowsVersionEntity, { slug });
    return version?.manifestSha256 ?? version?.withdrawnManifestSha256 ?? null;
  }

  /** Returns the images of all versions, including withdrawn ones. */
  images(): Promise<string[]> {
    return new WindowsVersionsRepository(this.db).images();
  }

  /**
   * Creates the version or replaces its image. Active installs keep the previous image.
   * @throws Error if a version of the other kind has the slug
   */
  async upsert(
    tx: EntityManager,
    version: { kind: ImageKind; name: string; slug: string; manifestSha256: string },
  ): Promise<void> {
    if (!(await new WindowsVersionsRepository(this.db).upsertWithImage(tx, version)))
      throw new Error(`The slug ${version.slug} belongs to a version of another system.`);
  }

  storeReport(report: CertificationReport, tx: EntityManager = this.db.manager): Promise<void> {
    return new CertificationsRepository(this.db).upsert(tx, report);
  }
}

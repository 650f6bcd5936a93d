import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { WindowsVersionEntity } from '../windows-versions/windows-version.entity.js';

/** Installs that may still have to fetch chunks: those under way, and what an administrator can set going again. */
const LIVE_INSTALLS = `
  status IN ('reserving', 'pending', 'preparing', 'running', 'manual_review')
  OR agent_token_hash IS NOT NULL OR vps_password IS NOT NULL`;

/** Which image a version has, and which images somebody needs. */
@Injectable()
export class ImagesRepository {
  constructor(private readonly db: Database) {}

  lockVersion(tx: EntityManager, id: string): Promise<WindowsVersionEntity | null> {
    return tx.findOne(WindowsVersionEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  find(versionId: string): Promise<WindowsVersionEntity | null> {
    return this.db.manager.findOneBy(WindowsVersionEntity, { id: versionId });
  }

  /** The version has this image from now on; whoever began with another one keeps that. */
  async give(tx: EntityManager, versionId: string, manifestSha256: string): Promise<void> {
    await tx.update(
      WindowsVersionEntity,
      { id: versionId },
      {
        manifestSha256,
        imageImportedAt: new Date(),
        imageVerifiedAt: null,
        withdrawnManifestSha256: null,
      },
    );
  }

  async take(tx: EntityManager, versionId: string): Promise<void> {
    await tx.update(
      WindowsVersionEntity,
      { id: versionId },
      {
        manifestSha256: null,
        imageImportedAt: null,
        imageVerifiedAt: null,
        withdrawnManifestSha256: null,
      },
    );
  }

  /** Nobody gets these images any more. */
  async withdraw(tx: EntityManager, images: string[]): Promise<void> {
    await tx.query(
      `UPDATE windows_version SET withdrawn_manifest_sha256 = manifest_sha256, manifest_sha256 = NULL,
              image_verified_at = now(), updated_at = now()
       WHERE manifest_sha256 = ANY ($1)`,
      [images],
    );
  }

  /** The image is whole; one that was withdrawn is there again. */
  async foundWhole(tx: EntityManager, image: string): Promise<void> {
    await tx.query(
      `UPDATE windows_version SET manifest_sha256 = $1, withdrawn_manifest_sha256 = NULL,
              image_verified_at = now(), updated_at = now()
       WHERE manifest_sha256 = $1 OR withdrawn_manifest_sha256 = $1`,
      [image],
    );
  }

  /** The images of all versions, the withdrawn ones too. */
  async ofVersions(): Promise<string[]> {
    const rows = await this.db.query<{ image: string }>(
      `SELECT manifest_sha256 AS image FROM windows_version WHERE manifest_sha256 IS NOT NULL
       UNION SELECT withdrawn_manifest_sha256 FROM windows_version
       WHERE withdrawn_manifest_sha256 IS NOT NULL`,
    );
    return rows.map(({ image }) => image);
  }

  /** What no collection may touch. */
  async needed(): Promise<string[]> {
    const rows = await this.db.query<{ image: string }>(
      `SELECT DISTINCT manifest_sha256 AS image FROM install WHERE ${LIVE_INSTALLS}`,
    );
    return [...new Set([...(await this.ofVersions()), ...rows.map(({ image }) => image)])];
  }

  /** How many installs under way write each image. */
  async activeInstalls(): Promise<Map<string, number>> {
    const rows = await this.db.query<{ image: string; installs: string }>(
      `SELECT manifest_sha256 AS image, count(*) AS installs FROM install
       WHERE status IN ('reserving', 'pending', 'preparing', 'running') GROUP BY 1`,
    );
    return new Map(rows.map(({ image, installs }) => [image, Number(installs)]));
  }

  async isInUse(tx: EntityManager, image: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM install WHERE manifest_sha256 = $1
         AND status IN ('reserving', 'pending', 'preparing', 'running') LIMIT 1`,
      [image],
    );
    return rows.length === 1;
  }
}

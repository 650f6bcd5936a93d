import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, execute, row, rows } from '@casement/common/data/database/sql.js';
import { WindowsVersionEntity } from '../windows-versions/windows-version.entity.js';

/** Installs that may still have to fetch chunks: those under way, and what an administrator can set going again. */
const LIVE_INSTALLS = `
  status IN ('reserving', 'pending', 'preparing', 'running', 'manual_review')
  OR agent_token_hash IS NOT NULL OR vps_password IS NOT NULL`;

const imageRow = z.object({ image: z.string() });

/** Which image a version has, and which images are needed. */
@Injectable()
export class ImagesRepository {
  constructor(private readonly db: Database) {}

  lockVersion(tx: EntityManager, id: string): Promise<WindowsVersionEntity | null> {
    return tx.findOne(WindowsVersionEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  find(versionId: string): Promise<WindowsVersionEntity | null> {
    return this.db.manager.findOneBy(WindowsVersionEntity, { id: versionId });
  }

  /** The version has this image from now on; installs under way keep theirs. */
  async assign(tx: EntityManager, versionId: string, manifestSha256: string): Promise<void> {
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

  async unassign(tx: EntityManager, versionId: string): Promise<void> {
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

  /** No install gets these images any more. */
  async withdraw(tx: EntityManager, images: string[]): Promise<void> {
    await execute(
      tx,
      `UPDATE windows_version SET withdrawn_manifest_sha256 = manifest_sha256, manifest_sha256 = NULL,
              image_verified_at = now(), updated_at = now()
       WHERE manifest_sha256 = ANY ($1)`,
      [images],
    );
  }

  /** The image is whole; one that was withdrawn is there again. */
  async foundWhole(tx: EntityManager, image: string): Promise<void> {
    await execute(
      tx,
      `UPDATE windows_version SET manifest_sha256 = $1, withdrawn_manifest_sha256 = NULL,
              image_verified_at = now(), updated_at = now()
       WHERE manifest_sha256 = $1 OR withdrawn_manifest_sha256 = $1`,
      [image],
    );
  }

  /** The images of all versions, the withdrawn ones too. */
  async ofVersions(): Promise<string[]> {
    const found = await rows(
      this.db.manager,
      imageRow,
      `SELECT manifest_sha256 AS image FROM windows_version WHERE manifest_sha256 IS NOT NULL
       UNION SELECT withdrawn_manifest_sha256 FROM windows_version
       WHERE withdrawn_manifest_sha256 IS NOT NULL`,
    );
    return found.map(({ image }) => image);
  }

  /** What no collection may touch. */
  async needed(): Promise<string[]> {
    const installed = await rows(
      this.db.manager,
      imageRow,
      `SELECT DISTINCT manifest_sha256 AS image FROM install WHERE ${LIVE_INSTALLS}`,
    );
    return [...new Set([...(await this.ofVersions()), ...installed.map(({ image }) => image)])];
  }

  /** How many installs under way write each image. */
  async activeInstalls(): Promise<Map<string, number>> {
    const counts = await rows(
      this.db.manager,
      imageRow.extend({ installs: bigintColumn }),
      `SELECT manifest_sha256 AS image, count(*) AS installs FROM install
       WHERE status IN ('reserving', 'pending', 'preparing', 'running') GROUP BY 1`,
    );
    return new Map(counts.map(({ image, installs }) => [image, installs]));
  }

  async isInUse(tx: EntityManager, image: string): Promise<boolean> {
    const active = await row(
      tx,
      imageRow,
      `SELECT manifest_sha256 AS image FROM install WHERE manifest_sha256 = $1
         AND status IN ('reserving', 'pending', 'preparing', 'running') LIMIT 1`,
      [image],
    );
    return active !== null;
  }
}

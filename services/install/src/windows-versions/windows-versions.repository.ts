import { Injectable } from '@nestjs/common';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { certificationSummary } from '@casement/proto/http/install/windows/certifications.js';
import { imageKind, type ImageKind } from '@casement/proto/http/install/linux.js';
import type { WindowsVersionRequest } from '@casement/proto/http/install/windows/windows-versions.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { execute, row, rows } from '@casement/common/data/database/sql.js';
import { WindowsVersionEntity } from './windows-version.entity.js';

const imageRow = z.object({ image: z.string() });

const versionRow = z.object({
  id: z.string(),
  kind: imageKind,
  enabled: z.boolean(),
  name: z.string(),
  slug: z.string(),
  manifestSha256: z.string().nullable(),
  imageImportedAt: z.date().nullable(),
  imageVerifiedAt: z.date().nullable(),
  withdrawnManifestSha256: z.string().nullable(),
  processor: z.string().nullable(),
  bootGuard: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** Certification of the image, even if it is withdrawn. */
  certification: certificationSummary.nullable(),
}) satisfies z.ZodType<WindowsVersionEntity>;

export type ListedVersion = z.infer<typeof versionRow>;
export type VersionWithImage = ListedVersion & { manifestSha256: string };

const SELECT_VERSIONS = `
  SELECT id, kind, enabled, name, slug, v.manifest_sha256 AS "manifestSha256", image_imported_at AS "imageImportedAt",
    image_verified_at AS "imageVerifiedAt", withdrawn_manifest_sha256 AS "withdrawnManifestSha256",
    processor, boot_guard AS "bootGuard", created_at AS "createdAt", updated_at AS "updatedAt",
    CASE WHEN c.manifest_sha256 IS NOT NULL THEN jsonb_build_object('verdict', verdict, 'code', code, 'message', message,
      'finished_at', to_char(finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS certification
  FROM windows_version v LEFT JOIN image_certification c
    ON c.manifest_sha256 = coalesce(v.manifest_sha256, v.withdrawn_manifest_sha256)`;

@Injectable()
export class WindowsVersionsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. Uses raw SQL because every visit to the install form reads it. */
  list(kind: ImageKind): Promise<ListedVersion[]> {
    return rows(
      this.db.manager,
      versionRow,
      `${SELECT_VERSIONS} WHERE kind = $1 ORDER BY created_at DESC, id DESC`,
      [kind],
    );
  }

  /** @param by the slug of a Windows version or the id of a Linux version */
  findListed(by: { slug: string } | { linuxId: string }): Promise<ListedVersion | null> {
    const [where, value] =
      'slug' in by ? [`kind = 'windows' AND slug`, by.slug] : [`kind = 'linux' AND id`, by.linuxId];
    return row(this.db.manager, versionRow, `${SELECT_VERSIONS} WHERE ${where} = $1`, [value]);
  }

  /** @returns whether the version is unchanged since it was read. It cannot change until `tx` ends. */
  async lockAs(
    tx: EntityManager,
    { id, slug, manifestSha256 }: { id: string; slug: string; manifestSha256: string },
  ): Promise<boolean> {
    const where = { id, slug, manifestSha256 };
    const lock = { mode: 'pessimistic_read' } as const;
    return (await tx.findOne(WindowsVersionEntity, { where, lock })) !== null;
  }

  /** @param kind any if absent */
  lock(tx: EntityManager, id: string, kind?: ImageKind): Promise<WindowsVersionEntity | null> {
    const where = { id, ...(kind && { kind }) };
    return tx.findOne(WindowsVersionEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns `null` if the slug is taken */
  async insert(
    tx: EntityManager,
    {
      name,
      slug,
      processor,
      boot_guard: bootGuard = true,
      enabled = true,
    }: WindowsVersionRequest & { enabled?: boolean },
    kind: ImageKind,
  ): Promise<WindowsVersionEntity | null> {
    const id = newId();
    const inserted = await execute(
      tx,
      `INSERT INTO windows_version (id, kind, name, slug, processor, boot_guard, enabled)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (slug) DO NOTHING`,
      [id, kind, name, slug, processor || null, bootGuard, enabled],
    );
    return inserted === 1 ? tx.findOneByOrFail(WindowsVersionEntity, { id }) : null;
  }

  /** @returns false if another version has the slug. The transaction is aborted in that case. */
  async update(
    tx: EntityManager,
    id: string,
    change: Pick<WindowsVersionEntity, 'name' | 'slug' | 'processor' | 'bootGuard' | 'enabled'>,
  ): Promise<boolean> {
    try {
      await tx.update(WindowsVersionEntity, { id }, change);
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** @returns false if a version of the other kind has the slug */
  async upsertWithImage(
    tx: EntityManager,
    version: { kind?: ImageKind; name: string; slug: string; manifestSha256: string },
  ): Promise<boolean> {
    const { kind = 'windows', name, slug, manifestSha256 } = version;
    const changed = await execute(
      tx,
      `INSERT INTO windows_version (id, kind, name, slug, manifest_sha256, image_imported_at)
       VALUES ($1, $2, $3, $4, $5, now())
       ON CONFLICT (slug) DO UPDATE
         SET name = excluded.name, manifest_sha256 = excluded.manifest_sha256, image_imported_at = now(),
             image_verified_at = NULL, withdrawn_manifest_sha256 = NULL, updated_at = now()
         WHERE windows_version.kind = excluded.kind`,
      [newId(), kind, name, slug, manifestSha256],
    );
    return changed === 1;
  }

  async withdraw(tx: EntityManager, images: string[]): Promise<void> {
    await execute(
      tx,
      `UPDATE windows_version SET withdrawn_manifest_sha256 = manifest_sha256, manifest_sha256 = NULL,
              image_verified_at = now(), updated_at = now()
       WHERE manifest_sha256 = ANY ($1)`,
      [images],
    );
  }

  async markVerified(tx: EntityManager, image: string): Promise<void> {
    await execute(
      tx,
      `UPDATE windows_version SET manifest_sha256 = $1, withdrawn_manifest_sha256 = NULL,
              image_verified_at = now(), updated_at = now()
       WHERE manifest_sha256 = $1 OR withdrawn_manifest_sha256 = $1`,
      [image],
    );
  }

  /** Returns the images of all versions, including withdrawn ones. */
  async images(): Promise<string[]> {
    const found = await rows(
      this.db.manager,
      imageRow,
      `SELECT manifest_sha256 AS image FROM windows_version WHERE manifest_sha256 IS NOT NULL
       UNION SELECT withdrawn_manifest_sha256 FROM windows_version
       WHERE withdrawn_manifest_sha256 IS NOT NULL`,
    );
    return found.map(({ image }) => image);
  }
}

const UNIQUE_VIOLATION = '23505';

function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  return (error.driverError as { code?: string }).code === UNIQUE_VIOLATION;
}

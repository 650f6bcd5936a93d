import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { WindowsVersionEntity } from './windows-version.entity.js';

@Injectable()
export class WindowsVersionsRepository {
  constructor(private readonly db: Database) {}

  list(): Promise<WindowsVersionEntity[]> {
    return this.db.manager.find(WindowsVersionEntity, { order: { createdAt: 'DESC' } });
  }

  findBySlug(slug: string): Promise<WindowsVersionEntity | null> {
    return this.db.manager.findOneBy(WindowsVersionEntity, { slug });
  }

  /** Creates the version or gives it a new image. Installs under way keep the image they began with. */
  async upsertWithImage(version: {
    name: string;
    slug: string;
    manifestSha256: string;
  }): Promise<void> {
    await this.db.query(
      `INSERT INTO windows_version (id, name, slug, manifest_sha256)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (slug) DO UPDATE
         SET name = excluded.name, manifest_sha256 = excluded.manifest_sha256, updated_at = now()`,
      [newId(), version.name, version.slug, version.manifestSha256],
    );
  }
}

import { Injectable } from '@nestjs/common';
import {
  LICENCE_STATEMENT,
  type BuildImageRequest,
  type ImageRecipe,
} from '@casement/proto/http/images.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { readRecipes } from '@casement/windows-image/build/recipe.js';
import { ImageUploadsService } from '../uploads/image-uploads.service.js';
import { windowsVersionErrors } from '../windows-versions/windows-versions.errors.js';
import type { ImageJobEntity } from './image-job.entity.js';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { imageErrors } from './images.errors.js';
import { ImagesRepository } from './images.repository.js';

/** Asks for builds of images from uploaded files. The work is done in the background, see `ImageBuilder`. */
@Injectable()
export class ImageBuilds {
  constructor(
    private readonly db: Database,
    private readonly jobs: ImageJobsRepository,
    private readonly images: ImagesRepository,
    private readonly uploads: ImageUploadsService,
    private readonly audit: Audit,
  ) {}

  async recipes(): Promise<ImageRecipe[]> {
    return (await readRecipes()).map(({ name, title, disk_gib }) => ({ name, title, disk_gib }));
  }

  /**
   * Queues a build; the image that the version has stays until the new one is whole. That the licence allows it is
   * recorded in the caller's name.
   *
   * @throws NOT_FOUND for a version or an upload, UPLOAD_STATE for an upload that is not ready, VALIDATION_FAILED for an
   *   edition or a recipe that there is not, IMAGE_BUSY
   */
  async start(actor: Actor, request: BuildImageRequest): Promise<ImageJobEntity> {
    const recipe = request.recipe || null;
    const recipes = await readRecipes();
    if (recipe !== null && !recipes.some(({ name }) => name === recipe)) {
      throw imageErrors.recipeUnknown();
    }
    return this.db.transaction(async (tx) => {
      const version = await this.images.lockVersion(tx, request.windows_version_id);
      if (!version) throw windowsVersionErrors.notFound();
      const iso = await this.uploads.use(tx, request.iso_upload_id, 'iso');
      const drivers = await this.uploads.use(tx, request.drivers_upload_id, 'drivers');
      const edition = iso.editions?.find(({ index }) => index === request.edition);
      if (!edition) throw imageErrors.editionUnknown();
      if (recipe === null && edition.recipe === null) throw imageErrors.recipeNeeded();
      const job = await this.jobs.insert(tx, {
        kind: 'build',
        versionId: version.id,
        uploadId: iso.id,
        driversUploadId: drivers.id,
        source: `${iso.name}: ${edition.name}`,
        edition: edition.index,
        recipe,
        firmware: request.firmware,
        diskGib: request.disk_gib === '' ? null : request.disk_gib,
        handshakeOnly: false,
        requestedBy: actor.userId,
      });
      if (!job) throw imageErrors.busy(version.name);
      await this.audit.record(tx, {
        action: 'windows-image.build-requested',
        target: `windows-version:${version.id}`,
        after: {
          name: version.name,
          iso: { name: iso.name, sha256: iso.sha256 },
          drivers: { name: drivers.name, sha256: drivers.sha256 },
          edition: edition.name,
          recipe: recipe ?? edition.recipe,
          firmware: request.firmware,
          stated: LICENCE_STATEMENT,
        },
      });
      return job;
    });
  }
}

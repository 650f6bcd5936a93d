import { Injectable } from '@nestjs/common';
import {
  LICENCE_STATEMENT,
  type BuildImageRequest,
  type ImageRecipe,
} from '@casement/proto/http/install/windows/images.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { readRecipes } from '@casement/windows-image/build/recipe.js';
import { ImageUploadsService } from '../uploads/image-uploads.service.js';
import { ImageJobsService, type StoredImageJob } from '../image-jobs/image-jobs.service.js';
import { imageErrors } from './images.errors.js';
import { VersionImages } from '../windows-versions/version-images.service.js';

/** Queues builds of images from uploaded files for `ImageBuilder`. */
@Injectable()
export class ImageBuilds {
  constructor(
    private readonly jobs: ImageJobsService,
    private readonly images: VersionImages,
    private readonly uploads: ImageUploadsService,
    private readonly audit: Audit,
  ) {}

  async recipes(): Promise<ImageRecipe[]> {
    return (await readRecipes()).map(({ name, title, disk_gib }) => ({ name, title, disk_gib }));
  }

  /**
   * Queues a build. The version keeps its image until the new one is complete. The caller's licence statement is
   * written to the audit log.
   * @throws NOT_FOUND for a version of Windows or an upload, UPLOAD_STATE for an upload that is not ready,
   * VALIDATION_FAILED for an unknown edition or recipe, IMAGE_BUSY
   */
  async start(unit: UnitOfWork, actor: Actor, request: BuildImageRequest): Promise<StoredImageJob> {
    const recipe = request.recipe || null;
    const recipes = await readRecipes();
    if (recipe !== null && !recipes.some(({ name }) => name === recipe)) {
      throw imageErrors.recipeUnknown();
    }
    return unit.transaction(async (tx) => {
      const version = await this.images.lock(tx, request.windows_version_id, 'windows');
      const iso = await this.uploads.use(tx, request.iso_upload_id, 'iso');
      const drivers = await this.uploads.use(tx, request.drivers_upload_id, 'drivers');
      const edition = iso.editions?.find(({ index }) => index === request.edition);
      if (!edition) throw imageErrors.editionUnknown();
      if (recipe === null && edition.recipe === null) throw imageErrors.recipeNeeded();
      const job = await this.jobs.add(tx, {
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

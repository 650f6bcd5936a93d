import { Body, Controller, Param } from '@nestjs/common';
import type {
  BuildImageRequest,
  ImportableFile,
  ImportImageRequest,
  ReplicateImageRequest,
} from '@casement/proto/http/install/windows/images.js';
import { imageRoutes } from '@casement/proto/http/install/windows/images.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toImageJob } from './images.mapper.js';
import { ImageBuilds } from './image-builds.js';
import { ImagesService } from './images.service.js';

@Controller()
@AdminOnly()
export class AdminImagesController {
  constructor(
    private readonly service: ImagesService,
    private readonly builds: ImageBuilds,
  ) {}

  /** Never paged. Polled while a job is in progress. */
  @Route(imageRoutes.adminImages)
  @KeyScope('admin:read')
  async list() {
    return reply(await this.service.list(), 'Windows images');
  }

  @Route(imageRoutes.importableFiles)
  @KeyScope('admin:images')
  async files() {
    const files: ImportableFile[] = (await this.service.files()).map(
      ({ name, size, modifiedAt }) => ({ name, size, modified_at: modifiedAt.toISOString() }),
    );
    return reply(files, 'Files in the import folder');
  }

  @Route(imageRoutes.importImage)
  @KeyScope('admin:images', { insteadOfStepUp: true })
  async import(@RequestTx() unit: UnitOfWork, @Body() body: ImportImageRequest) {
    return reply(toImageJob(await this.service.import(unit, body)), 'Import started');
  }

  @Route(imageRoutes.imageRecipes)
  async recipes() {
    return reply(await this.builds.recipes(), 'Recipes');
  }

  /** Accepts no API key because a person must state that their licence allows the build. */
  @Route(imageRoutes.buildImage)
  async build(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: BuildImageRequest,
  ) {
    return reply(toImageJob(await this.builds.start(unit, actor, body)), 'Build started');
  }

  @Route(imageRoutes.imageJob)
  @KeyScope('admin:read')
  async job(@Param('id') id: string) {
    return reply(toImageJob(await this.service.job(id)), 'Import');
  }

  @Route(imageRoutes.cancelImageJob)
  @KeyScope('admin:images')
  async cancel(@Param('id') id: string) {
    return reply(toImageJob(await this.service.cancel(id)), 'Cancelled');
  }

  @Route(imageRoutes.verifyImage)
  @KeyScope('admin:images')
  async verify(@RequestTx() unit: UnitOfWork, @Param('id') id: string) {
    return reply(toImageJob(await this.service.verify(unit, id)), 'Verification started');
  }

  @Route(imageRoutes.replicateImage)
  @KeyScope('admin:images')
  async replicate(
    @RequestTx() unit: UnitOfWork,
    @Param('id') id: string,
    @Body() { origin }: ReplicateImageRequest,
  ) {
    return reply(toImageJob(await this.service.replicate(unit, id, origin)), 'Copying started');
  }

  @Route(imageRoutes.imageCertification)
  @KeyScope('admin:read')
  async certification(@Param('id') id: string) {
    return reply(await this.service.certification(id), 'Certification');
  }

  @Route(imageRoutes.removeImage)
  async remove(@Param('id') id: string) {
    await this.service.remove(id);
    return reply(null, 'Image deleted successfully');
  }
}

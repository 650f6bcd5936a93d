import { Body, Controller, Headers, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import type {
  CompleteUploadRequest,
  ImageUploadRequest,
} from '@casement/proto/http/install/windows/image-uploads.js';
import { imageRoutes } from '@casement/proto/http/install/windows/images.routes.js';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { ImageUploadsService } from './image-uploads.service.js';
import { sha256Of } from './part-body.js';

/** Accepts no API keys. Operators put files into the import folder instead. */
@Controller()
@AdminOnly()
export class ImageUploadsController {
  constructor(private readonly service: ImageUploadsService) {}

  @Route(imageRoutes.imageUploads)
  async list() {
    return reply(await this.service.list(), 'Uploads');
  }

  @Route(imageRoutes.createImageUpload)
  async create(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: ImageUploadRequest,
  ) {
    return reply(await this.service.create(unit, actor, body), 'Upload started');
  }

  @Route(imageRoutes.imageUpload)
  async find(@Param('id') id: string) {
    return reply(await this.service.find(id), 'Upload');
  }

  @Route(imageRoutes.putUploadPart)
  async putPart(
    @Param('id') id: string,
    @Param('number') number: number,
    @Headers('content-digest') digest: string | undefined,
    @Req() request: Request,
  ) {
    await this.service.putPart(id, number, sha256Of(digest), request);
    return reply(null, 'Part kept');
  }

  @Route(imageRoutes.completeUpload)
  async complete(@Param('id') id: string, @Body() body: CompleteUploadRequest) {
    return reply(await this.service.complete(id, body.parts_sha256), 'Check started');
  }

  @Route(imageRoutes.removeImageUpload)
  async remove(@Param('id') id: string) {
    await this.service.remove(id);
    return reply(null, 'Upload deleted successfully');
  }
}

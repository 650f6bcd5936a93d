import { Body, Controller, Delete, Get, HttpStatus, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import {
  imageJob,
  importableFile,
  importImageRequest,
  windowsImage,
  type ImportableFile,
  type ImportImageRequest,
} from '@casement/proto/http/images.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toImageJob } from './images.mapper.js';
import { ImagesService } from './images.service.js';

const versionId = z.uuid('Windows version is not known');
const jobId = z.uuid('Import is not known');
const ACCEPTED = { status: HttpStatus.ACCEPTED };

/** The images of the Windows versions in administrators' hands. Where an id is asked for it is the version's. */
@Controller('admin/windows-images')
@AdminOnly()
export class AdminImagesController {
  constructor(private readonly service: ImagesService) {}

  /** Never paged; polled while a job is under way. */
  @Get()
  @Answers(z.array(windowsImage))
  async list() {
    return reply(await this.service.list(), 'Windows images');
  }

  @Get('files')
  @Answers(z.array(importableFile))
  async files() {
    const files: ImportableFile[] = (await this.service.files()).map(
      ({ name, size, modifiedAt }) => ({ name, size, modified_at: modifiedAt.toISOString() }),
    );
    return reply(files, 'Files in the import folder');
  }

  @Post('import')
  @Answers(imageJob, { status: 202 })
  async import(@Body({ schema: importImageRequest }) body: ImportImageRequest) {
    return reply(toImageJob(await this.service.import(body)), 'Import started', ACCEPTED);
  }

  @Get('imports/:id')
  @Answers(imageJob)
  async job(@Param('id', { schema: jobId }) id: string) {
    return reply(toImageJob(await this.service.job(id)), 'Import');
  }

  @Post('imports/:id/cancel')
  @Answers(imageJob)
  async cancel(@Param('id', { schema: jobId }) id: string) {
    return reply(toImageJob(await this.service.cancel(id)), 'Cancelled');
  }

  @Post(':id/verify')
  @Answers(imageJob, { status: 202 })
  async verify(@Param('id', { schema: versionId }) id: string) {
    return reply(toImageJob(await this.service.verify(id)), 'Verification started', ACCEPTED);
  }

  @Delete(':id')
  @Answers(null)
  async remove(@Param('id', { schema: versionId }) id: string) {
    await this.service.remove(id);
    return reply(null, 'Image deleted successfully');
  }
}

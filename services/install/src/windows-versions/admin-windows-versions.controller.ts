import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import {
  windowsVersion,
  windowsVersionRequest,
  type WindowsVersionRequest,
} from '@casement/proto/http/install.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toWindowsVersion } from './windows-versions.mapper.js';
import { WindowsVersionsService } from './windows-versions.service.js';

const versionId = z.uuid('Windows version is not known');

/** The catalogue in administrators' hands (SPEC §2, §7). */
@Controller('admin/windows-versions')
@AdminOnly()
export class AdminWindowsVersionsController {
  constructor(private readonly service: WindowsVersionsService) {}

  /** Never paged. */
  @Get()
  @Answers(z.array(windowsVersion))
  async list() {
    return reply((await this.service.list()).map(toWindowsVersion), 'Windows versions');
  }

  @Post()
  @Answers(windowsVersion)
  async create(@Body({ schema: windowsVersionRequest }) body: WindowsVersionRequest) {
    const version = await this.service.create(body);
    return reply(toWindowsVersion(version), 'Windows version created successfully');
  }

  @Put(':id')
  @Answers(windowsVersion)
  async update(
    @Param('id', { schema: versionId }) id: string,
    @Body({ schema: windowsVersionRequest }) body: WindowsVersionRequest,
  ) {
    const version = await this.service.update(id, body);
    return reply(toWindowsVersion(version), 'Windows version updated successfully');
  }

  @Delete(':id')
  @Answers(null)
  async remove(@Param('id', { schema: versionId }) id: string) {
    await this.service.remove(id);
    return reply(null, 'Windows version deleted successfully');
  }
}

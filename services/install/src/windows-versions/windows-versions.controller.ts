import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { windowsVersion } from '@casement/proto/http/install.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toWindowsVersion } from './windows-versions.mapper.js';
import { WindowsVersionsService } from './windows-versions.service.js';

@Controller('user/windows-versions')
@SignedIn()
export class WindowsVersionsController {
  constructor(private readonly service: WindowsVersionsService) {}

  /** All versions, never paged (SPEC §7); those without an image are there, but not available. */
  @Get()
  @Answers(z.array(windowsVersion))
  async list() {
    return reply((await this.service.list()).map(toWindowsVersion), 'Windows versions');
  }
}

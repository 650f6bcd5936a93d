import { Controller, Get } from '@nestjs/common';
import type { WindowsVersion } from '@casement/proto/http/install.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import { reply } from '@casement/common/http/reply.js';
import type { WindowsVersionEntity } from './windows-version.entity.js';
import { WindowsVersionsRepository } from './windows-versions.repository.js';

@Controller('user/windows-versions')
@SignedIn()
export class WindowsVersionsController {
  constructor(private readonly versions: WindowsVersionsRepository) {}

  /** All versions, never paged (SPEC §7); those without an image are there, but not available. */
  @Get()
  async list() {
    return reply((await this.versions.list()).map(toWindowsVersion), 'Windows versions');
  }
}

function toWindowsVersion(version: WindowsVersionEntity): WindowsVersion {
  return {
    id: version.id,
    name: version.name,
    slug: version.slug,
    available: version.manifestSha256 !== null,
    created_at: version.createdAt.toISOString(),
  };
}

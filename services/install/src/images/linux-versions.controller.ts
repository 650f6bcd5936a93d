import { Body, Controller, Param } from '@nestjs/common';
import type {
  LinuxVersionRequest,
  StoredLinuxVersion,
} from '@casement/proto/http/install/linux.js';
import { linuxRoutes } from '@casement/proto/http/install/linux.routes.js';
import { AdminOnly, KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { StoredVersion } from '../windows-versions/version-images.service.js';
import { WindowsVersionsService } from '../windows-versions/windows-versions.service.js';
import { ImagesService } from './images.service.js';

/** Linux versions. AdminImagesController imports, verifies and copies their images. */
@Controller()
export class LinuxVersionsController {
  constructor(
    private readonly versions: WindowsVersionsService,
    private readonly images: ImagesService,
  ) {}

  /** Never paged. Versions without an image are not listed. */
  @Route(linuxRoutes.linuxVersions)
  @KeyScope('installs:read')
  @SignedIn()
  async offered() {
    return reply(await this.images.offeredLinux(), 'Linux versions');
  }

  @Route(linuxRoutes.adminLinuxVersions)
  @KeyScope('admin:read')
  @AdminOnly()
  async list() {
    return reply(await this.images.listLinux(), 'Linux versions');
  }

  @Route(linuxRoutes.createLinuxVersion)
  @AdminOnly()
  async create(@RequestTx() unit: UnitOfWork, @Body() body: LinuxVersionRequest) {
    const version = await this.versions.create(unit, body, 'linux');
    return reply(toStored(version), 'Linux version created successfully');
  }

  @Route(linuxRoutes.updateLinuxVersion)
  @AdminOnly()
  async update(@Param('id') id: string, @Body() body: LinuxVersionRequest) {
    const version = await this.versions.update(id, body, 'linux');
    return reply(toStored(version), 'Linux version updated successfully');
  }

  @Route(linuxRoutes.removeLinuxVersion)
  @AdminOnly()
  async remove(@Param('id') id: string) {
    await this.versions.remove(id, 'linux');
    return reply(null, 'Linux version deleted successfully');
  }
}

const toStored = ({ id, name, slug, enabled }: StoredVersion): StoredLinuxVersion => ({
  id,
  name,
  slug,
  enabled,
});

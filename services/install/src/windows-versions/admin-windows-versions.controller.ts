import { Body, Controller, Param } from '@nestjs/common';
import type { WindowsVersionRequest } from '@casement/proto/http/install/windows/windows-versions.js';
import { windowsVersionRoutes } from '@casement/proto/http/install/windows/windows-versions.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toWindowsVersion } from './windows-versions.mapper.js';
import { WindowsVersionsService } from './windows-versions.service.js';

@Controller()
@AdminOnly()
export class AdminWindowsVersionsController {
  constructor(private readonly service: WindowsVersionsService) {}

  /** Never paged. */
  @Route(windowsVersionRoutes.adminWindowsVersions)
  @KeyScope('admin:read')
  async list() {
    return reply((await this.service.list()).map(toWindowsVersion), 'Windows versions');
  }

  @Route(windowsVersionRoutes.createWindowsVersion)
  async create(@RequestTx() unit: UnitOfWork, @Body() body: WindowsVersionRequest) {
    const version = await this.service.create(unit, body);
    return reply(toWindowsVersion(version), 'Windows version created successfully');
  }

  @Route(windowsVersionRoutes.updateWindowsVersion)
  async update(@Param('id') id: string, @Body() body: WindowsVersionRequest) {
    const version = await this.service.update(id, body);
    return reply(toWindowsVersion(version), 'Windows version updated successfully');
  }

  @Route(windowsVersionRoutes.removeWindowsVersion)
  async remove(@Param('id') id: string) {
    await this.service.remove(id);
    return reply(null, 'Windows version deleted successfully');
  }
}

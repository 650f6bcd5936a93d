import { Body, Controller, Delete, Get, Header, Param, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  adminInstallsQuery,
  installRecord,
  updateInstallRequest,
  type AdminInstallsQuery,
  type UpdateInstallRequest,
} from '@casement/proto/http/install.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { RawAnswer } from '@casement/common/http/raw-answer.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged, reply } from '@casement/common/http/reply.js';
import { InstallLogsService } from '../install-logs.service.js';
import { InstallMapper } from '../install.mapper.js';
import { plainTextAnswer } from '../plain-text-answer.js';
import { AdminEditsService } from './admin-edits.service.js';
import { AdminInstallsService } from './admin-installs.service.js';

const installId = z.uuid('Install is not known');

const EDITED = 'Install status updated successfully';
const RETURNING =
  'The VPS is being returned to Linux; the install is set to failed when it is back, in 15 minutes at the latest';

/** Everyone's installs in administrators' hands (SPEC §2, §7). */
@Controller('admin/install-data')
@AdminOnly()
export class AdminInstallsController {
  constructor(
    private readonly service: AdminInstallsService,
    private readonly edits: AdminEditsService,
    private readonly mapper: InstallMapper,
    private readonly logs: InstallLogsService,
  ) {}

  @Get()
  @Answers(installRecord, { paged: true })
  async list(@Query({ schema: adminInstallsQuery }) query: AdminInstallsQuery) {
    const { rows, total } = await this.service.list(query);
    return paged(await this.mapper.manyForAdmin(rows), total, query, 'Install data');
  }

  @Put(':id')
  @Answers(installRecord)
  async edit(
    @Param('id', { schema: installId }) id: string,
    @Body({ schema: updateInstallRequest }) { status }: UpdateInstallRequest,
  ) {
    const install = await this.edits.setStatus(id, status);
    return reply(
      await this.mapper.forAdmin(install),
      install.status === status ? EDITED : RETURNING,
    );
  }

  /** Plain text; with what only we understand. */
  @Get(':id/log')
  @RawAnswer('text/plain')
  @Header('Cache-Control', 'no-store')
  async log(@Param('id', { schema: installId }) id: string) {
    return plainTextAnswer(await this.logs.forAdmin(id));
  }

  @Delete(':id')
  @Answers(null)
  async remove(@Param('id', { schema: installId }) id: string) {
    await this.service.remove(id);
    return reply(null, 'Install data deleted successfully');
  }
}

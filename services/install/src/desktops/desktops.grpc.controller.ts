import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  OpenDesktopRequest,
  OpenDesktopResponse,
  ReportDesktopsResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { desktopEndReason } from '@casement/proto/http/install/desktops/desktops.js';
import { DesktopOpeningsService } from './desktop-openings.service.js';
import { DesktopReportsService } from './desktop-reports.service.js';

const replica = z.string().min(1).max(200);
const opening = z.object({ ticket: z.string(), replica, clientAddress: z.string().max(64) });

/** A uint64, capped at the largest exact number (8 PiB). */
const bytes = z
  .number()
  .min(0)
  .transform((count) => Math.min(Math.floor(count), Number.MAX_SAFE_INTEGER));

const reports = z.object({
  replica,
  sessions: z
    .array(
      z.object({
        sessionId: z.guid().toLowerCase(),
        bytesToWindows: bytes,
        bytesToBrowser: bytes,
        // A newer relay may send an unknown reason, but the end itself must not be lost.
        ended: desktopEndReason.nullish().catch('closed'),
      }),
    )
    .max(1000),
});

/** Serves desktop relays only, see proto/access. */
@Controller()
export class DesktopsGrpcController {
  constructor(
    private readonly openings: DesktopOpeningsService,
    private readonly reports: DesktopReportsService,
  ) {}

  @GrpcMethod('InstallService', 'OpenDesktop')
  openDesktop(
    @Payload({ schema: opening }) request: OpenDesktopRequest,
  ): Promise<OpenDesktopResponse> {
    return this.openings.open(request);
  }

  @GrpcMethod('InstallService', 'ReportDesktops')
  async reportDesktops(
    @Payload({ schema: reports }) request: z.infer<typeof reports>,
  ): Promise<ReportDesktopsResponse> {
    return { end: await this.reports.report(request.replica, request.sessions) };
  }
}

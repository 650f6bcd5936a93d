import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { GetLegalPagesResponse } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { LegalPagesService } from './legal-pages.service.js';

@Controller()
export class LegalPagesGrpcController {
  constructor(private readonly service: LegalPagesService) {}

  @GrpcMethod('AuthService', 'GetLegalPages')
  async getLegalPages(): Promise<GetLegalPagesResponse> {
    return { pages: (await this.service.published()).map(({ page }) => page) };
  }
}

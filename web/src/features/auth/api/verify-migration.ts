import type { MigrationVerifyRequest, MigrationVerifyResponse } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

/** The link in the mail to a user who has added an address. */
export const verifyMigration = (body: MigrationVerifyRequest) =>
  call<MigrationVerifyResponse>('POST', '/migration/verify-email', { body });

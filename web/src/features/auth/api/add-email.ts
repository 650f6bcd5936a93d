import type { AddEmailRequest, AddEmailResponse } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

export const addEmail = (body: AddEmailRequest) =>
  call<AddEmailResponse>('POST', '/migration/add-email', { body });

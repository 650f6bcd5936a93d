import type { ApiKey as ApiKeyMessage } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { ApiKey as ApiKeyResponse } from '@casement/proto/http/auth/api-keys.js';
import type { ApiKeyEntity } from './api-key.entity.js';
import type { ValidKey } from './api-keys.repository.js';

export const toApiKey = (key: ApiKeyEntity): ApiKeyResponse => ({
  id: key.id,
  name: key.name,
  ending: key.ending,
  scopes: key.scopes,
  networks: key.networks,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  last_used_address: key.lastUsedAddress,
});

export const toApiKeyMessage = (key: ValidKey): ApiKeyMessage => ({
  id: key.id,
  userId: key.userId,
  name: key.name,
  scopes: key.scopes,
  networks: key.networks,
  expiresAt: key.expiresAt?.toISOString() ?? '',
  epoch: key.epoch,
});

import type { ApiKey } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';
import { hashApiKey, newApiKey } from '../platform/api-keys/api-key.js';
import type { ApiKeyDirectory } from '../platform/api-keys/api-key-directory.js';
import { newId } from '../data/database/new-id.js';

/**
 * Fake of auth's key lookup: `override: [[ApiKeyDirectory, keys]]`.
 *
 * @example
 *   const { key, userId } = keys.add(['installs:read']);
 *   await app.http.get('/api/user/install-history').set('authorization', `Bearer ${key}`);
 */
export class TestApiKeys implements Pick<ApiKeyDirectory, 'find'> {
  /** Number of lookups by services. */
  asked = 0;
  /** While set, lookups fail with this error. */
  failure: Error | undefined;
  private readonly keys = new Map<string, ApiKey>();

  add(scopes: readonly ApiKeyScope[], fields: Partial<ApiKey> = {}): ApiKey & { key: string } {
    const key = newApiKey();
    const stored: ApiKey = {
      id: newId(),
      userId: newId(),
      name: 'Panel',
      scopes: [...scopes],
      networks: [],
      expiresAt: '',
      epoch: 0,
      ...fields,
    };
    this.keys.set(hashApiKey(key).toString('hex'), stored);
    return { ...stored, key };
  }

  /** Revokes the key in auth only. Use EdgeWriter.revokeSession to notify a service that has cached it. */
  revoke(key: string): void {
    this.keys.delete(hashApiKey(key).toString('hex'));
  }

  find(keyHash: Buffer): Promise<ApiKey | undefined> {
    this.asked += 1;
    if (this.failure) return Promise.reject(this.failure);
    const found = this.keys.get(keyHash.toString('hex'));
    const hasEnded = found?.expiresAt && Date.parse(found.expiresAt) <= Date.now();
    return Promise.resolve(hasEnded ? undefined : found);
  }
}

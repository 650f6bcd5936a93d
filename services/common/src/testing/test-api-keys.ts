import type { ApiKey } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';
import { hashApiKey, newApiKey } from '../platform/api-keys/api-key.js';
import type { ApiKeyDirectory } from '../platform/api-keys/api-key-directory.js';
import { newId } from '../data/database/new-id.js';

/**
 * Stands in for auth: `override: [[ApiKeyDirectory, keys]]`.
 *
 * @example
 * const { key, userId } = keys.add(['installs:read']);
 * await app.http.get('/api/user/install-history').set('authorization', `Bearer ${key}`);
 */
export class TestApiKeys implements Pick<ApiKeyDirectory, 'find'> {
  /** Times that a service has asked. */
  asked = 0;
  /** What asking fails with, while set. */
  failure: Error | undefined;
  private readonly keys = new Map<string, ApiKey>();

  /** Makes a key with these scopes and puts it in force. */
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

  /** As auth answers from then on; a service that has asked before is told by EdgeWriter.revokeSession. */
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

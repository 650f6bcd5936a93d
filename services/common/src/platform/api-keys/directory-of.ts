import type { ModuleRef } from '@nestjs/core';
import type { ServiceDefinition } from '../bootstrap/service-definition.js';
import type { BaseValues } from '../../core/config/base-config.js';
import type { Identity } from '../identity/identity.js';
import { ApiKeyDirectory, NoApiKeys } from './api-key-directory.js';

/** Where a service finds API keys: at auth, in itself (auth), or nowhere. */
export function directoryOf<T extends BaseValues>(
  { apiKeysFrom, ownApiKeys }: ServiceDefinition<T>,
  config: T,
  identity: Identity,
  modules: ModuleRef,
): Pick<ApiKeyDirectory, 'find'> {
  if (apiKeysFrom) return new ApiKeyDirectory(apiKeysFrom(config), identity);
  if (!ownApiKeys) return new NoApiKeys();
  return {
    // At each call, since this is made before the service's own providers are.
    find: (keyHash, address) => modules.get(ownApiKeys, { strict: false }).find(keyHash, address),
  };
}

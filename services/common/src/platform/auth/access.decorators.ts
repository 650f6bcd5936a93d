import { SetMetadata } from '@nestjs/common';
import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';

export const ACCESS = 'casement:access';
export const KEY_SCOPE = 'casement:key-scope';
export const SKIPS_IP_BLOCK = 'casement:passes-blocks';

/** `public`, `signed-in`, `admin`, `internal`, or a service-specific name such as `agent`. */
export type AccessName = string;

export const Public = () => SetMetadata(ACCESS, 'public');
/** Requires a valid access token whose session has not ended. */
export const SignedIn = () => SetMetadata(ACCESS, 'signed-in');
export interface KeyAccess {
  scope: ApiKeyScope;
  /**
   * Lets a key call a route whose effect class requires step-up: the user already confirmed the creation of the key.
   */
  insteadOfStepUp: boolean;
}
/**
 * Lets an API key with this scope call the route, in addition to `@SignedIn()` or, for an `admin:` scope,
 * `@AdminOnly()`. Without it the route accepts no API keys.
 *
 * @example @Route(installRoutes.installHistory) @KeyScope('installs:read')
 */
export const KeyScope = (scope: ApiKeyScope, { insteadOfStepUp = false } = {}) =>
  SetMetadata(KEY_SCOPE, { scope, insteadOfStepUp } satisfies KeyAccess);
/** Like `SignedIn`, but requires an administrator. */
export const AdminOnly = () => SetMetadata(ACCESS, 'admin');
/** Only for /internal/* and /health/*, which the gateway does not route. */
export const Internal = () => SetMetadata(ACCESS, 'internal');

/**
 * Names the allowed callers for the authorisation matrix if the service has its own guard for the route. Lets every
 * caller through to that guard, including blocked addresses. If the guard refuses a blocked address, the response is
 * IP_BLOCKED.
 *
 * @example @Access('agent')
 */
export const Access = (name: AccessName) => SetMetadata(ACCESS, name);

/** Lets blocked addresses reach the route, for callbacks that verify a signature themselves. */
export const SkipIpBlock = () => SetMetadata(SKIPS_IP_BLOCK, true);

const builtIn = new Set(['public', 'signed-in', 'admin', 'internal']);
export const isOwnGuard = (access: AccessName): boolean => !builtIn.has(access);

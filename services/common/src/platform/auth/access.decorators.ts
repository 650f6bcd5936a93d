import { SetMetadata } from '@nestjs/common';
import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';

export const ACCESS = 'casement:access';
export const KEY_SCOPE = 'casement:key-scope';
export const SKIPS_IP_BLOCK = 'casement:passes-blocks';

/** `public`, `signed-in`, `admin`, `internal`, or a name of the service's own such as `agent`. */
export type AccessName = string;

/** Any caller. */
export const Public = () => SetMetadata(ACCESS, 'public');
/** A valid access token whose session has not been ended. */
export const SignedIn = () => SetMetadata(ACCESS, 'signed-in');
export interface KeyAccess {
  scope: ApiKeyScope;
  /** The effect class of the route needs step-up; a key, whose creation was confirmed, may call without. */
  insteadOfStepUp: boolean;
}
/**
 * Beside `@SignedIn()`, or with an `admin:` scope beside `@AdminOnly()`: an API key with this scope may call too. Without
 * it none may.
 *
 * @example
 * @Route(installRoutes.installHistory)
 * @KeyScope('installs:read')
 */
export const KeyScope = (scope: ApiKeyScope, { insteadOfStepUp = false } = {}) =>
  SetMetadata(KEY_SCOPE, { scope, insteadOfStepUp } satisfies KeyAccess);
/** The same as signed in, of an administrator. */
export const AdminOnly = () => SetMetadata(ACCESS, 'admin');
/** Only for /internal/* and /health/*, which the gateway does not route. */
export const Internal = () => SetMetadata(ACCESS, 'internal');

/**
 * States who may call where a guard of the service's own decides, for the authorisation matrix.
 * It lets every caller through to that guard, blocked addresses too; what the guard refuses, a blocked
 * address gets as IP_BLOCKED.
 *
 * @example
 * @Access('agent')
 * @UseGuards(AgentGuard)
 */
export const Access = (name: AccessName) => SetMetadata(ACCESS, name);

/** For signed callbacks: a blocked address still reaches the signature check. */
export const SkipIpBlock = () => SetMetadata(SKIPS_IP_BLOCK, true);

const builtIn = new Set(['public', 'signed-in', 'admin', 'internal']);
export const isOwnGuard = (access: AccessName): boolean => !builtIn.has(access);

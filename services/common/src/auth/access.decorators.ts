import { SetMetadata } from '@nestjs/common';

export const ACCESS = 'casement:access';
export const PASSES_BLOCKS = 'casement:passes-blocks';

/** `public`, `signed-in`, `admin`, `internal`, or a name of the service's own such as `agent`. */
export type AccessName = string;

/** Anybody. */
export const Public = () => SetMetadata(ACCESS, 'public');
/** A valid access token whose session has not been ended. */
export const SignedIn = () => SetMetadata(ACCESS, 'signed-in');
/** The same, of an administrator. */
export const AdminOnly = () => SetMetadata(ACCESS, 'admin');
/** Only for /internal/* and /health/*, which the gateway does not route. */
export const Internal = () => SetMetadata(ACCESS, 'internal');

/**
 * States who may call where a guard of the service's own decides, for the authorisation matrix.
 * It lets everybody through to that guard, blocked addresses too; what the guard refuses, a blocked
 * address gets as IP_BLOCKED.
 *
 * @example
 * @Access('agent')
 * @UseGuards(AgentGuard)
 */
export const Access = (name: AccessName) => SetMetadata(ACCESS, name);

/** For signed callbacks: a blocked address still reaches the signature check. */
export const PassesBlocks = () => SetMetadata(PASSES_BLOCKS, true);

const builtIn = new Set(['public', 'signed-in', 'admin', 'internal']);
export const isOwnGuard = (access: AccessName): boolean => !builtIn.has(access);

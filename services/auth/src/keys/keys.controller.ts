import { Controller } from '@nestjs/common';
import { Internal } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';
import { SigningKeys } from './signing-key.js';

@Controller()
export class KeysController {
  constructor(private readonly keys: SigningKeys) {}

  /** Public keys of access tokens, which the other services fetch and cache. */
  @Route(internalRoutes.jwks)
  @Internal()
  jwks() {
    return { keys: this.keys.publicJwks };
  }
}

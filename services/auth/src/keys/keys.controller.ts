import { Controller } from '@nestjs/common';
import { Internal } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';
import { SigningKeys } from './signing-keys.js';

@Controller()
export class KeysController {
  constructor(private readonly keys: SigningKeys) {}

  /** The public keys of access tokens, which the other services fetch and keep. */
  @Route(internalRoutes.jwks)
  @Internal()
  jwks() {
    return { keys: [this.keys.current.publicJwk] };
  }
}

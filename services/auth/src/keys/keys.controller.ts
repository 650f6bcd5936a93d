import { Controller, Get } from '@nestjs/common';
import { Internal } from '@casement/common/auth/access.decorators.js';
import { RawAnswer } from '@casement/common/http/raw-answer.decorator.js';
import { SigningKeys } from './signing-keys.js';

@Controller('internal')
export class KeysController {
  constructor(private readonly keys: SigningKeys) {}

  /** The public keys of access tokens, which the other services fetch and keep. */
  @Get('jwks.json')
  @Internal()
  @RawAnswer('application/json')
  jwks() {
    return { keys: [this.keys.current.publicJwk] };
  }
}

import { Module } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { KeysController } from './keys.controller.js';
import { readSigningKey } from './signing-key.js';
import { SigningKeys } from './signing-keys.js';

@Module({
  controllers: [KeysController],
  providers: [
    {
      provide: SigningKeys,
      inject: [AuthConfig],
      useFactory: async (config: AuthConfig) =>
        new SigningKeys(await readSigningKey(config.JWT_SIGNING_KEY)),
    },
  ],
  exports: [SigningKeys],
})
export class KeysModule {}

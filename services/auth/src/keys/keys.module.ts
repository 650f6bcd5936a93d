import { Module } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { KeysController } from './keys.controller.js';
import { readSigningKey, SigningKeys } from './signing-key.js';

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

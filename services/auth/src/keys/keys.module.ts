import { Module } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { KeysController } from './keys.controller.js';
import { readSigningKeys, SigningKeys } from './signing-key.js';

@Module({
  controllers: [KeysController],
  providers: [
    {
      provide: SigningKeys,
      inject: [AuthConfig],
      useFactory: (config: AuthConfig) => readSigningKeys(config.JWT_SIGNING_KEY),
    },
  ],
  exports: [SigningKeys],
})
export class KeysModule {}

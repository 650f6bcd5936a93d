import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { EdgeState } from '../../messaging/edge/edge-state.js';
import { AccessGuard } from './access.guard.js';
import { JwksKeys } from './jwks-keys.js';
import { TokenVerifier } from './token-verifier.js';

@Module({})
export class AuthModule {
  static forRoot(jwksUrl: string): DynamicModule {
    return {
      module: AuthModule,
      providers: [
        { provide: JwksKeys, useFactory: () => new JwksKeys(jwksUrl) },
        {
          provide: TokenVerifier,
          inject: [JwksKeys, EdgeState],
          useFactory: (keys: JwksKeys, edge: EdgeState) => new TokenVerifier(keys, edge),
        },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    };
  }
}

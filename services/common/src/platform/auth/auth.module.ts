import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { JwksKeys } from './jwks-keys.js';
import { JwtAuthGuard } from './jwt-auth.guard.js';
import { JwtStrategy } from './jwt.strategy.js';

@Module({})
export class AuthModule {
  static forRoot(jwksUrl: string): DynamicModule {
    return {
      module: AuthModule,
      global: true,
      providers: [
        { provide: JwksKeys, useFactory: () => new JwksKeys(jwksUrl) },
        JwtStrategy,
        JwtAuthGuard,
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
      exports: [JwtAuthGuard],
    };
  }
}

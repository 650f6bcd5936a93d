import { Module, type DynamicModule } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Identity } from '../identity/identity.js';
import { apiKeyDirectory, ApiKeyDirectory, type ApiKeySource } from './api-key-directory.js';
import { ApiKeyVerifier } from './api-key-verifier.js';

@Module({})
export class ApiKeysModule {
  static forRoot<Config>(source: ApiKeySource<Config>, config: Config): DynamicModule {
    return {
      module: ApiKeysModule,
      global: true,
      providers: [
        {
          provide: ApiKeyDirectory,
          inject: [Identity, ModuleRef],
          useFactory: (identity: Identity, modules: ModuleRef) =>
            apiKeyDirectory(source, config, identity, modules),
        },
        ApiKeyVerifier,
      ],
      exports: [ApiKeyVerifier],
    };
  }
}

import { Module } from '@nestjs/common';
import { LeasesRepository } from './leases.repository.js';

@Module({ providers: [LeasesRepository], exports: [LeasesRepository] })
export class LeasesModule {}

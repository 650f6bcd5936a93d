import { Module } from '@nestjs/common';
import { Allowlist } from './allowlist.js';

@Module({ providers: [Allowlist], exports: [Allowlist] })
export class AllowlistModule {}

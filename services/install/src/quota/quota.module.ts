import { Module } from '@nestjs/common';
import { QuotaClient } from './quota.client.js';

@Module({ providers: [QuotaClient], exports: [QuotaClient] })
export class QuotaModule {}

import { Module } from '@nestjs/common';
import { BotApis } from './bot-apis.js';
import { BotIdentity } from './bot-identity.js';

@Module({ providers: [BotApis, BotIdentity], exports: [BotApis, BotIdentity] })
export class BotApiModule {}

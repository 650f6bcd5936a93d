import { Module } from '@nestjs/common';
import { SignalsModule } from '../signals/signals.module.js';
import { Housekeeping } from './housekeeping.js';

@Module({ imports: [SignalsModule], providers: [Housekeeping] })
export class HousekeepingModule {}

import { Module } from '@nestjs/common';
import { TallyJob } from './tally-job.js';
import { TallyRepository } from './tally.repository.js';

@Module({ providers: [TallyJob, TallyRepository], exports: [TallyRepository] })
export class TallyModule {}

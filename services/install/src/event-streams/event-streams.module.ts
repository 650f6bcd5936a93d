import { Module } from '@nestjs/common';
import { OpenStreams } from './open-streams.js';

@Module({ providers: [OpenStreams], exports: [OpenStreams] })
export class EventStreamsModule {}

import { Module } from '@nestjs/common';
import { BlocksProjection } from './blocks-projection.js';

@Module({ providers: [BlocksProjection] })
export class BlocksModule {}

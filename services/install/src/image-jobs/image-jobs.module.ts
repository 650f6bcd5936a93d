import { Module } from '@nestjs/common';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { ImageJobsService } from './image-jobs.service.js';

@Module({ providers: [ImageJobsRepository, ImageJobsService], exports: [ImageJobsService] })
export class ImageJobsModule {}

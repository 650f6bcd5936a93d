import { Module } from '@nestjs/common';
import { InstallsModule } from '../installs/installs.module.js';
import { AdminImagesController } from './admin-images.controller.js';
import { FailedImports } from './failed-imports.js';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { ImageRunner } from './image-runner.js';
import { ImageTest } from './image-test.js';
import { ImageWorker } from './image-worker.js';
import { ImagesRepository } from './images.repository.js';
import { ImagesService } from './images.service.js';

@Module({
  imports: [InstallsModule],
  controllers: [AdminImagesController],
  providers: [
    FailedImports,
    ImageJobsRepository,
    ImageRunner,
    ImageTest,
    ImageWorker,
    ImagesRepository,
    ImagesService,
  ],
})
export class ImagesModule {}

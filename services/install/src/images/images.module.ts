import { Module } from '@nestjs/common';
import { ImageJobsModule } from '../image-jobs/image-jobs.module.js';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { VpsAccessModule } from '../vps-access/vps-access.module.js';
import { WindowsVersionsModule } from '../windows-versions/windows-versions.module.js';
import { AdminImagesController } from './admin-images.controller.js';
import { FailedImports } from './failed-imports.js';
import { ImageBuilder } from './image-builder.js';
import { ImageBuilds } from './image-builds.js';
import { ImageCopiesRepository } from './image-copies.repository.js';
import { ImageImporter } from './image-importer.js';
import { ImageOrigins } from './image-origins.js';
import { ImageReplication } from './image-replication.js';
import { ImageRunner } from './image-runner.js';
import { ImagesService } from './images.service.js';
import { ImageTest } from './image-test.js';
import { ImageVerification } from './image-verification.js';
import { ImageWorker } from './image-worker.js';
import { LinuxVersionsController } from './linux-versions.controller.js';
import { OriginCollection } from './origin-collection.js';

@Module({
  imports: [
    ImageJobsModule,
    ImageStoreModule,
    InstallsModule,
    UploadsModule,
    VpsAccessModule,
    WindowsVersionsModule,
  ],
  controllers: [AdminImagesController, LinuxVersionsController],
  providers: [
    FailedImports,
    ImageBuilder,
    ImageBuilds,
    ImageCopiesRepository,
    ImageImporter,
    ImageOrigins,
    ImageReplication,
    ImageRunner,
    ImagesService,
    ImageTest,
    ImageVerification,
    ImageWorker,
    OriginCollection,
  ],
  exports: [ImageOrigins],
})
export class ImagesModule {}

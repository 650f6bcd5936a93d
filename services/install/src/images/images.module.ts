import { Module } from '@nestjs/common';
import { InstallConfig } from '../config.js';
import { partStore } from '../folders.js';
import { InstallsModule } from '../installs/installs.module.js';
import { ImageUploadsController } from '../uploads/image-uploads.controller.js';
import { ImageUploadsRepository } from '../uploads/image-uploads.repository.js';
import { ImageUploadsService } from '../uploads/image-uploads.service.js';
import { UploadInspector } from '../uploads/upload-inspector.js';
import { UploadSweeper } from '../uploads/upload-sweeper.js';
import { UploadedFiles } from '../uploads/uploaded-file.js';
import { PART_STORE } from '../uploads/uploads.tokens.js';
import { AdminImagesController } from './admin-images.controller.js';
import { FailedImports } from './failed-imports.js';
import { ImageBuilder } from './image-builder.js';
import { ImageBuilds } from './image-builds.js';
import { ImageImporter } from './image-importer.js';
import { ImageJobsRepository } from './image-jobs.repository.js';
import { OriginCollection } from './origin-collection.js';
import { ImageReplication } from './image-replication.js';
import { ImageRunner } from './image-runner.js';
import { ImageTest } from './image-test.js';
import { ImageVerification } from './image-verification.js';
import { ImageWorker } from './image-worker.js';
import { ImagesRepository } from './images.repository.js';
import { ImagesService } from './images.service.js';

@Module({
  imports: [InstallsModule],
  controllers: [AdminImagesController, ImageUploadsController],
  providers: [
    FailedImports,
    ImageBuilder,
    ImageBuilds,
    ImageImporter,
    ImageJobsRepository,
    ImageReplication,
    OriginCollection,
    ImageRunner,
    ImageTest,
    ImageUploadsRepository,
    ImageUploadsService,
    ImageVerification,
    ImageWorker,
    ImagesRepository,
    ImagesService,
    UploadInspector,
    UploadSweeper,
    UploadedFiles,
    { provide: PART_STORE, inject: [InstallConfig], useFactory: partStore },
  ],
})
export class ImagesModule {}

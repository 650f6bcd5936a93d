import { Module } from '@nestjs/common';
import { ImageJobsModule } from '../image-jobs/image-jobs.module.js';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { ImageUploadsController } from './image-uploads.controller.js';
import { ImageUploadsRepository } from './image-uploads.repository.js';
import { ImageUploadsService } from './image-uploads.service.js';
import { UploadedFiles } from './uploaded-file.js';
import { UploadInspector } from './upload-inspector.js';
import { UploadSweeper } from './upload-sweeper.js';

@Module({
  imports: [ImageJobsModule, ImageStoreModule],
  controllers: [ImageUploadsController],
  providers: [
    ImageUploadsRepository,
    ImageUploadsService,
    UploadedFiles,
    UploadInspector,
    UploadSweeper,
  ],
  exports: [ImageUploadsService, UploadedFiles, UploadInspector],
})
export class UploadsModule {}

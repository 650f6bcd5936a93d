import { Module } from '@nestjs/common';
import { InstallConfig } from '../config.js';
import { CHUNK_STORE, imageStore, PART_STORE, partStore } from './image-store.js';

@Module({
  providers: [
    { provide: CHUNK_STORE, inject: [InstallConfig], useFactory: imageStore },
    { provide: PART_STORE, inject: [InstallConfig], useFactory: partStore },
  ],
  exports: [CHUNK_STORE, PART_STORE],
})
export class ImageStoreModule {}

import { Module } from '@nestjs/common';
import { ImageStoreModule } from '../image-store/image-store.module.js';
import { InstallsModule } from '../installs/installs.module.js';
import { AdminWindowsVersionsController } from './admin-windows-versions.controller.js';
import { CatalogueRequirements } from './catalogue-requirements.js';
import { CertificationsRepository } from './certifications.repository.js';
import { OfferedVersions } from './offered-versions.js';
import { VersionImages } from './version-images.service.js';
import { WindowsVersionsController } from './windows-versions.controller.js';
import { WindowsVersionsRepository } from './windows-versions.repository.js';
import { WindowsVersionsService } from './windows-versions.service.js';

@Module({
  imports: [ImageStoreModule, InstallsModule],
  controllers: [AdminWindowsVersionsController, WindowsVersionsController],
  providers: [
    CatalogueRequirements,
    CertificationsRepository,
    OfferedVersions,
    VersionImages,
    WindowsVersionsRepository,
    WindowsVersionsService,
  ],
  exports: [CatalogueRequirements, OfferedVersions, VersionImages, WindowsVersionsService],
})
export class WindowsVersionsModule {}

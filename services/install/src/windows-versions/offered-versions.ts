import { Injectable } from '@nestjs/common';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { InstallConfig } from '../config.js';
import { installErrors } from '../installs/installs.errors.js';
import {
  WindowsVersionsRepository,
  type ListedVersion,
  type VersionWithImage,
} from './windows-versions.repository.js';

/** What of the catalogue customers may choose: with IMAGE_REQUIRE_CERTIFIED only what is certified. */
@Injectable()
export class OfferedVersions {
  constructor(
    private readonly config: InstallConfig,
    private readonly versions: WindowsVersionsRepository,
  ) {}

  /** Newest first; those without an image too, as not available yet. */
  async list(): Promise<ListedVersion[]> {
    return (await this.versions.list()).filter((version) => !this.isWithheld(version));
  }

  /** @throws WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE */
  async require(slug: string): Promise<VersionWithImage> {
    const version = await this.versions.findListed(slug);
    const problem = this.problemOf(version);
    if (problem) throw problem;
    return version as VersionWithImage;
  }

  /** Why no install may begin with it; null where one may. */
  problemOf(version: ListedVersion | null | undefined): DomainError | null {
    if (!version) return installErrors.versionUnknown();
    if (version.manifestSha256 === null) return installErrors.versionUnavailable(version.name);
    return this.isWithheld(version) ? installErrors.versionUncertified(version.name) : null;
  }

  /** It has an image, but none that is certified, as this installation demands. */
  isWithheld({ manifestSha256, certification }: ListedVersion): boolean {
    if (!this.config.IMAGE_REQUIRE_CERTIFIED || manifestSha256 === null) return false;
    return certification?.verdict !== 'certified';
  }
}

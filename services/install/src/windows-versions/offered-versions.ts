import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { InstallConfig } from '../config.js';
import { windowsVersionErrors } from './windows-versions.errors.js';
import {
  WindowsVersionsRepository,
  type ListedVersion,
  type VersionWithImage,
} from './windows-versions.repository.js';

export type { VersionWithImage };

const isLinuxOffered = (version: ListedVersion): version is VersionWithImage =>
  version.enabled && version.manifestSha256 !== null;

/** Versions that customers can choose. With IMAGE_REQUIRE_CERTIFIED these are only certified ones. */
@Injectable()
export class OfferedVersions {
  constructor(
    private readonly config: InstallConfig,
    private readonly versions: WindowsVersionsRepository,
  ) {}

  /** Newest first. Versions without an image are listed as not available yet. */
  async list(): Promise<ListedVersion[]> {
    return (await this.versions.list('windows')).filter((version) => !this.isWithheld(version));
  }

  /** @throws WINDOWS_VERSION_UNKNOWN, WINDOWS_VERSION_UNAVAILABLE */
  async require(slug: string): Promise<VersionWithImage> {
    const version = await this.versions.findListed({ slug });
    const problem = this.problemOf(version);
    if (problem) throw problem;
    return version as VersionWithImage;
  }

  /** @throws LINUX_VERSION_UNKNOWN */
  async requireLinux(linuxId: string): Promise<VersionWithImage> {
    const version = await this.versions.findListed({ linuxId });
    if (!version || !isLinuxOffered(version)) throw windowsVersionErrors.linuxUnknown();
    return version;
  }

  /**
   * Prevents the version from being renamed, deleted or given another image until `tx` ends. A transaction that does
   * so afterwards counts the install that `tx` writes.
   * @throws WINDOWS_VERSION_UNKNOWN if it has changed since it was read
   */
  async lockAs(tx: EntityManager, version: VersionWithImage): Promise<void> {
    if (!(await this.versions.lockAs(tx, version))) throw windowsVersionErrors.unknown();
  }

  /** Returns the error that prevents an install of the version, or `null` if it can be installed. */
  problemOf(version: ListedVersion | null | undefined): DomainError | null {
    if (!version) return windowsVersionErrors.unknown();
    if (version.manifestSha256 === null) return windowsVersionErrors.unavailable(version.name);
    return this.isWithheld(version) ? windowsVersionErrors.uncertified(version.name) : null;
  }

  private isWithheld({ manifestSha256, certification }: ListedVersion): boolean {
    if (!this.config.IMAGE_REQUIRE_CERTIFIED || manifestSha256 === null) return false;
    return certification?.verdict !== 'certified';
  }
}

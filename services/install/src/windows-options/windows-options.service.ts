import { isIPv4 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { RULES, type RuleCode } from '@casement/proto/http/rules.js';
import type {
  WindowsOptions,
  WindowsOptionsOffer,
} from '@casement/proto/http/install/windows-options.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { InstallConfig } from '../config.js';
import { fieldError } from '../errors.js';
import { ScriptsService } from '../scripts/scripts.service.js';
import { CatalogueRequirements } from '../windows-versions/catalogue-requirements.js';
import { OfferedVersions } from '../windows-versions/offered-versions.js';

type OfferedVersion = Awaited<ReturnType<OfferedVersions['list']>>[number];

@Injectable()
export class WindowsOptionsService {
  constructor(
    private readonly config: InstallConfig,
    private readonly versions: OfferedVersions,
    private readonly catalogue: CatalogueRequirements,
    private readonly scripts: ScriptsService,
  ) {}

  async offer(): Promise<WindowsOptionsOffer> {
    const address = clientAddress() ?? '';
    const languages: Record<string, string[]> = {};
    const versions = await this.versions.list();
    for (const { slug, manifestSha256 } of versions) {
      const found = manifestSha256 === null ? [] : await this.catalogue.languagesOf(manifestSha256);
      if (found.length > 0) languages[slug] = [...found];
    }
    return {
      your_address: isIPv4(address) ? address : null,
      can_limit_networks: this.canLimitNetworks(),
      languages,
      recovery: versions.filter((one) => this.hasGuard(one)).map(({ slug }) => slug),
    };
  }

  /**
   * Returns the options with the content of a saved script instead of its id.
   * @throws VALIDATION_FAILED if the networks would also shut out the service, which must prove the password, or the
   * script is not the user's and not offered
   */
  async accept(
    userId: string,
    options: WindowsOptions | undefined,
  ): Promise<WindowsOptions | undefined> {
    if (options?.networks && !this.canLimitNetworks()) {
      throw fieldError({
        path: 'windows_options.networks',
        message: RULES.WINDOWS_NETWORKS_NOT_OFFERED,
        code: 'WINDOWS_NETWORKS_NOT_OFFERED' satisfies RuleCode,
      });
    }
    if (options?.script_id === undefined) return options;
    const { script_id: id, ...others } = options;
    return { ...others, script: await this.scripts.contentFor(userId, id) };
  }

  /** @throws VALIDATION_FAILED if the version has no boot guard to keep, or its image not the display language */
  async requireOffered(
    options: WindowsOptions | undefined,
    version: OfferedVersion | undefined,
  ): Promise<void> {
    if (options?.keep_recovery && !this.hasGuard(version))
      throw fieldError({
        path: 'windows_options.keep_recovery',
        message: RULES.WINDOWS_KEEP_RECOVERY,
        code: 'WINDOWS_KEEP_RECOVERY' satisfies RuleCode,
      });
    const image = version?.manifestSha256 ?? '';
    const language = options?.display_language;
    if (language === undefined || (await this.catalogue.languagesOf(image)).includes(language)) {
      return;
    }
    throw fieldError({
      path: 'windows_options.display_language',
      message: RULES.WINDOWS_LANGUAGE_MISSING,
      code: 'WINDOWS_LANGUAGE_MISSING' satisfies RuleCode,
    });
  }

  private hasGuard(version: OfferedVersion | undefined): boolean {
    return this.config.BOOT_GUARD && version?.bootGuard === true;
  }

  private canLimitNetworks(): boolean {
    return this.config.INSTALL_PROOF_NETWORKS.some((network) => !network.includes(':'));
  }
}

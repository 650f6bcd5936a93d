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

@Injectable()
export class WindowsOptionsService {
  constructor(private readonly config: InstallConfig) {}

  offer(): WindowsOptionsOffer {
    const address = clientAddress() ?? '';
    return {
      your_address: isIPv4(address) ? address : null,
      can_limit_networks: this.canLimitNetworks(),
    };
  }

  /** @throws VALIDATION_FAILED if the networks would also shut out the service, which must prove the password */
  accept(options: WindowsOptions | undefined): Partial<WindowsOptions> {
    if (options?.networks && !this.canLimitNetworks()) {
      throw fieldError({
        path: 'windows_options.networks',
        message: RULES.WINDOWS_NETWORKS_NOT_OFFERED,
        code: 'WINDOWS_NETWORKS_NOT_OFFERED' satisfies RuleCode,
      });
    }
    return options ?? {};
  }

  private canLimitNetworks(): boolean {
    return this.config.INSTALL_PROOF_NETWORKS.some((network) => !network.includes(':'));
  }
}

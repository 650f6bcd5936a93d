import { Module } from '@nestjs/common';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { InstallConfig } from '../config.js';
import { VpsCredentialsReader } from './vps-credentials-reader.js';
import { VpsTargets } from './vps-targets.js';

/** Rules for the VPSs that a user may specify, and the credentials to sign in to them. */
@Module({
  providers: [
    VpsCredentialsReader,
    VpsTargets,
    {
      provide: AddressPolicy,
      inject: [InstallConfig],
      useFactory: (config: InstallConfig) =>
        new AddressPolicy({
          allowed: config.INSTALL_ALLOWED_NETWORKS,
          own: config.INSTALL_OWN_ADDRESSES,
        }),
    },
  ],
  exports: [AddressPolicy, VpsCredentialsReader, VpsTargets],
})
export class VpsAccessModule {}

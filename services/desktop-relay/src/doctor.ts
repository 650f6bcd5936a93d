import 'reflect-metadata';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { checkCertificates } from '@casement/common/platform/doctor/certificates.js';
import {
  guarded,
  ok,
  problem,
  report,
  type Finding,
} from '@casement/common/platform/doctor/findings.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { DesktopRelayConfig } from './config.js';
import { DesktopsClient } from './desktops.client.js';

report('install-desktop', await examine());

async function examine(): Promise<Finding[]> {
  let config: DesktopRelayConfig;
  try {
    config = loadConfig(DesktopRelayConfig, process.env);
  } catch (error) {
    return [problem('settings', (error as Error).message, 'Correct these variables.')];
  }
  const folder = config.GRPC_IDENTITY === 'off' ? '' : config.IDENTITY_DIR;
  return [
    ok('settings', 'all valid'),
    ...(folder ? await guarded('certificates', checkCertificates(folder)) : []),
    ...(await guarded('install service', checkInstallService(config))),
  ];
}

/** Reports no desktops, which changes nothing and is accepted only from the relay's own certificate. */
async function checkInstallService(config: DesktopRelayConfig): Promise<Finding[]> {
  const identity = new Identity(config, 'desktop');
  const install = new DesktopsClient(config.INSTALL_GRPC_URL, identity, 'doctor');
  try {
    await install.connect();
    await install.report([]);
    return [ok('install service', 'answers this relay')];
  } catch (error) {
    const remedy =
      'Check INSTALL_GRPC_URL, the certificates, and that install runs. No desktop can be opened without it.';
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return [problem('install service', reason, remedy)];
  } finally {
    install.close();
  }
}

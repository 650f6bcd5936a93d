/**
 * far-side.mjs ADDRESS RDP-PORT USER PASSWORD: runs the server side of the link: the built desktop relay and a
 * stand-in for the install service that accepts any ticket. Prints the sign-in data for the page as one line of JSON
 * and serves until it is stopped.
 */
import { randomBytes } from 'node:crypto';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { DesktopRelayConfig } from '../../../dist/config.js';
import { DesktopRelay } from '../../../dist/desktop-relay.js';
import { signIn } from '@casement/install-engine/rdp/sign-in.js';
import { standInInstall } from '../stand-in-install.mjs';

configureLogging('far-side', 'silent');
const [address, rdpPort, user, password] = process.argv.slice(2);
/** Page origin that the relay accepts; no page is fetched from it. */
const origin = `http://${address}`;

const target = { host: address, port: Number(rdpPort) };
const proof = await signIn(target, { user, password });
if (proof.kind !== 'accepted') throw new Error(`no sign-in: ${JSON.stringify(proof)}`);

const { certificateSha256 } = proof;
const installs = await standInInstall({ ...target, certificateSha256 });
const relay = new DesktopRelay(
  loadConfig(DesktopRelayConfig, {
    NODE_ENV: 'test',
    HTTP_HOST: address,
    HTTP_PORT: '0',
    PUBLIC_URL: origin,
    INSTALL_GRPC_URL: installs.url,
    INSTALL_ALLOWED_NETWORKS: `${address}/32`,
    LOG_LEVEL: 'silent',
  }),
);
await relay.listen();

console.log(
  JSON.stringify({
    origin,
    url: `ws://${address}:${relay.port}/api/desktop`,
    ticket: randomBytes(32).toString('base64url'),
    destination: `${address}:${rdpPort}`,
    user,
    password,
  }),
);

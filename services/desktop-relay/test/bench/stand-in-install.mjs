import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { loadPackageDefinition, Server, ServerCredentials } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { PROTO_LOADER_OPTIONS } from '@casement/common/platform/grpc/proto-options.js';
import { PROTO_ROOT } from '@casement/proto/files.js';

/**
 * Stand-in of the install service for relay measurements. Any ticket opens this desktop, any number of times.
 *
 * @param desktop `{ host, port, certificateSha256 }`
 * @returns the server, to be shut down, and its address
 */
export async function standInInstall(desktop) {
  const proto = join(PROTO_ROOT, 'casement/install/v1/install_service.proto');
  const { InstallService } = loadPackageDefinition(loadSync(proto, PROTO_LOADER_OPTIONS)).casement
    .install.v1;
  const server = new Server();
  server.addService(InstallService.service, {
    OpenDesktop: (_, done) =>
      done(null, {
        ...desktop,
        sessionId: randomUUID(),
        maxBytes: 2 ** 40,
        userId: randomUUID(),
        installId: randomUUID(),
      }),
    ReportDesktops: (_, done) => done(null, { end: [] }),
  });
  const port = await new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { server, url: `127.0.0.1:${port}` };
}

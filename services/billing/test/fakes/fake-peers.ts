import { join } from 'node:path';
import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  status,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { PROTO_LOADER_OPTIONS } from '@casement/common/platform/grpc/proto-options.js';
import { PROTO_ROOT } from '@casement/proto/files.js';
import type { UserSummary } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { InstallSummary } from '@casement/proto/gen/casement/install/v1/install_service.js';

/** Fakes of the auth and install methods that billing calls, over real gRPC. */
export class FakePeers {
  readonly users = new Map<string, Partial<UserSummary>>();
  readonly installs = new Map<string, InstallSummary>();
  /** While true, install refuses every call. */
  isInstallDown = false;
  /** Install IDs of each request that billing has sent to install. */
  readonly askedInstalls: string[][] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FakePeers> {
    const server = new Server();
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const peers = new FakePeers(server, `127.0.0.1:${port}`);
    server.addService(definition('auth', 'AuthService').service, {
      getUsers: answer(({ ids }: { ids: string[] }) => ({
        users: ids.flatMap((id) => (peers.users.has(id) ? [{ id, ...peers.users.get(id) }] : [])),
      })),
    });
    server.addService(definition('install', 'InstallService').service, {
      getInstalls: answer(({ ids }: { ids: string[] }) => {
        if (peers.isInstallDown) throw new Error('install is down');
        peers.askedInstalls.push(ids);
        return { installs: ids.flatMap((id) => peers.installs.get(id) ?? []) };
      }),
      getUserStats: answer(() => ({})),
    });
    return peers;
  }

  get env(): Record<string, string> {
    return { AUTH_GRPC_URL: this.url, INSTALL_GRPC_URL: this.url };
  }

  close(): void {
    this.server.forceShutdown();
  }
}

type Done = (error: object | null, response?: object) => void;

const answer =
  <Request>(work: (request: Request) => object) =>
  (call: { request: Request }, done: Done) => {
    try {
      done(null, work(call.request));
    } catch (error) {
      done({ code: status.INTERNAL, details: String(error) });
    }
  };

function definition(service: string, name: string): ServiceClientConstructor {
  const proto = join(PROTO_ROOT, `casement/${service}/v1/${service}_service.proto`);
  const tree = loadPackageDefinition(loadSync(proto, PROTO_LOADER_OPTIONS)) as unknown as Record<
    string,
    Record<string, Record<string, Record<string, ServiceClientConstructor>>>
  >;
  return tree.casement[service].v1[name];
}

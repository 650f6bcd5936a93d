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

type Reply = (error: { code: number } | null, message?: object) => void;
type Handler = (call: { request: { ids?: string[]; userIds?: string[] } }, done: Reply) => void;

/** Fakes of the auth, billing and install methods that telegram calls, over real gRPC. */
export class FakePeers {
  readonly users = new Map<string, Partial<UserSummary>>();
  readonly quotas = new Map<string, number>();
  readonly installs = new Map<string, Omit<InstallSummary, 'id' | 'userId'>>();
  legalPages: string[] = [];
  /** While true, all calls fail. */
  down = false;

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
    const answer =
      (make: (request: { ids?: string[]; userIds?: string[] }) => object): Handler =>
      ({ request }, done) =>
        peers.down ? done({ code: status.INTERNAL }) : done(null, make(request));
    server.addService(definition('auth', 'AuthService'), {
      getUsers: answer(({ ids = [] }) => ({
        users: ids.flatMap((id) => (peers.users.has(id) ? [{ id, ...peers.users.get(id) }] : [])),
      })),
      getLegalPages: answer(() => ({ pages: peers.legalPages })),
    });
    server.addService(definition('billing', 'BillingService'), {
      getBalances: answer(({ userIds = [] }) => ({
        balances: userIds.map((userId) => ({ userId, quota: peers.quotas.get(userId) ?? 0 })),
      })),
    });
    server.addService(definition('install', 'InstallService'), {
      getUserStats: answer(() => ({ total: 4, active: 1, completed: 2, failed: 1 })),
      getInstalls: answer(({ ids = [] }) => ({
        installs: ids.flatMap((id) =>
          peers.installs.has(id) ? [{ id, ...peers.installs.get(id) }] : [],
        ),
      })),
    });
    return peers;
  }

  get env(): Record<string, string> {
    return { AUTH_GRPC_URL: this.url, BILLING_GRPC_URL: this.url, INSTALL_GRPC_URL: this.url };
  }

  close(): void {
    this.server.forceShutdown();
  }
}

/** Returns the definition of a service. Methods that a fake does not implement answer UNIMPLEMENTED. */
function definition(owner: string, name: string) {
  const file = join(PROTO_ROOT, `casement/${owner}/v1/${owner}_service.proto`);
  const tree = loadPackageDefinition(loadSync(file, PROTO_LOADER_OPTIONS)) as unknown as {
    casement: Record<string, { v1: Record<string, ServiceClientConstructor> }>;
  };
  return tree.casement[owner].v1[name].service;
}

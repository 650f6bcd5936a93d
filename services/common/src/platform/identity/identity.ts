import type { X509Certificate } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  experimental,
  ResponderBuilder,
  ServerInterceptingCall,
  status,
  type ChannelCredentials,
  type ServerCredentials,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { callersOf, isCallerName, type ServiceName } from '@casement/proto/access/access.js';
import type { BaseValues } from '../../core/config/base-config.js';
import { logger } from '../../core/logging/logger.js';
import { IdentityFiles } from './identity-files.js';
import { identityOf, expectService, callerFromSan } from './identity-name.js';

const log = logger('identity');

/**
 * gRPC identity of this process: its certificate and, from the table in proto/access, the callers that it accepts.
 * Neither is used if `GRPC_IDENTITY` is off.
 */
export class Identity implements OnApplicationShutdown {
  readonly mode: BaseValues['GRPC_IDENTITY'];
  private readonly files: IdentityFiles | undefined;

  /** @throws Error with a readable message if there is no usable certificate of this service */
  constructor(
    config: Pick<BaseValues, 'GRPC_IDENTITY' | 'IDENTITY_DIR'>,
    service: string,
    reloadMs?: number,
  ) {
    this.mode = config.GRPC_IDENTITY;
    if (this.mode === 'off') return;
    if (!config.IDENTITY_DIR) throw new Error(`GRPC_IDENTITY=${this.mode} needs IDENTITY_DIR`);
    this.files = new IdentityFiles(config.IDENTITY_DIR, reloadMs);
    const named = callerFromSan(this.files.certificate.subjectAltName);
    if (isCallerName(service) && named !== service) {
      throw new Error(`the certificate in IDENTITY_DIR does not name ${identityOf(service)}`);
    }
  }

  /** Certificate in use; undefined if `GRPC_IDENTITY` is off. */
  get certificate(): X509Certificate | undefined {
    return this.files?.certificate;
  }

  /** Checks for new files now. */
  reload(): void {
    this.files?.reload();
  }

  /**
   * Returns server credentials that accept only callers with a certificate, each restricted to its allowed methods.
   */
  serverCredentials(): ServerCredentials {
    const files = this.required();
    const tls = experimental.createCertificateProviderServerCredentials(files, files, true);
    return experimental.createServerCredentialsWithInterceptors(tls, [rejectOtherCallers]);
  }

  /** Returns client credentials for calls to `target`. The server's certificate must name that service. */
  channelCredentials(target: ServiceName): ChannelCredentials {
    const files = this.required();
    return experimental.createCertificateProviderChannelCredentials(files, files, {
      checkServerIdentity: expectService(target),
    });
  }

  onApplicationShutdown(): void {
    this.files?.close();
  }

  private required(): IdentityFiles {
    if (!this.files) throw new Error('GRPC_IDENTITY is off');
    return this.files;
  }
}

/** Responds with PERMISSION_DENIED to callers that the access table does not allow. */
const rejectOtherCallers: ServerInterceptor = (method, call) => {
  const caller = callerFromSan(call.getAuthContext().sslPeerCertificate?.subjectaltname);
  if (caller && callersOf(method.path).includes(caller)) return new ServerInterceptingCall(call);
  log.warn({ caller: caller ?? 'unknown', method: method.path }, 'gRPC call rejected');
  const responder = new ResponderBuilder()
    .withStart(() =>
      call.sendStatus({ code: status.PERMISSION_DENIED, details: 'This caller may not do that' }),
    )
    .build();
  return new ServerInterceptingCall(call, responder);
};

import { status } from '@grpc/grpc-js';
import { HttpStatus } from '@nestjs/common';

/** Kinds of errors and the status of each in HTTP and gRPC. */
export const errorKinds = {
  invalid: { http: HttpStatus.BAD_REQUEST, grpc: status.INVALID_ARGUMENT },
  unauthenticated: { http: HttpStatus.UNAUTHORIZED, grpc: status.UNAUTHENTICATED },
  payment_required: { http: HttpStatus.PAYMENT_REQUIRED, grpc: status.FAILED_PRECONDITION },
  forbidden: { http: HttpStatus.FORBIDDEN, grpc: status.PERMISSION_DENIED },
  not_found: { http: HttpStatus.NOT_FOUND, grpc: status.NOT_FOUND },
  conflict: { http: HttpStatus.CONFLICT, grpc: status.ABORTED },
  unprocessable: {
    http: HttpStatus.UNPROCESSABLE_ENTITY,
    grpc: status.INVALID_ARGUMENT,
  },
  too_large: { http: HttpStatus.PAYLOAD_TOO_LARGE, grpc: status.OUT_OF_RANGE },
  rate_limited: { http: HttpStatus.TOO_MANY_REQUESTS, grpc: status.RESOURCE_EXHAUSTED },
  internal: { http: HttpStatus.INTERNAL_SERVER_ERROR, grpc: status.INTERNAL },
  unavailable: { http: HttpStatus.SERVICE_UNAVAILABLE, grpc: status.UNAVAILABLE },
} as const satisfies Record<string, { http: HttpStatus; grpc: status }>;

export type ErrorKind = keyof typeof errorKinds;

export const isErrorKind = (text: unknown): text is ErrorKind =>
  typeof text === 'string' && Object.hasOwn(errorKinds, text);

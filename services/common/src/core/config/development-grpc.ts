/** Where each service's gRPC is looked for in development, when a process is started by hand. */
export const DEVELOPMENT_GRPC = {
  auth: '127.0.0.1:5001',
  billing: '127.0.0.1:5002',
  install: '127.0.0.1:5003',
  telegram: '127.0.0.1:5004',
} as const;

import { PROTO_ROOT } from '@casement/proto/files.js';

/** Options for loading the .proto files in clients and servers. They match the generated types. */
export const PROTO_LOADER_OPTIONS = {
  keepCase: false,
  longs: Number,
  enums: String,
  defaults: true,
  arrays: true,
  includeDirs: [PROTO_ROOT],
};

export const CORRELATION_METADATA = 'x-request-id';

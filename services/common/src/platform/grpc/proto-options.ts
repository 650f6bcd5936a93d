import { PROTO_ROOT } from '@casement/proto/files.js';

/** How both ends read the .proto files: names and shapes as in the generated types. */
export const LOADER = {
  keepCase: false,
  longs: Number,
  enums: String,
  defaults: true,
  arrays: true,
  includeDirs: [PROTO_ROOT],
};

export const CORRELATION_METADATA = 'x-request-id';

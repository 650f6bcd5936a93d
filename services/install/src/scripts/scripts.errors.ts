import { RULES, type RuleCode } from '@casement/proto/http/rules.js';
import { fieldError, notFound } from '../errors.js';

const fieldRule = (path: string, code: RuleCode) =>
  fieldError({ path, message: RULES[code], code });

export const scriptErrors = {
  notFound: () => notFound('This script does not exist or was already deleted.'),
  /** For a request that names a script. */
  unknown: () => fieldRule('windows_options.script_id', 'SCRIPT_UNKNOWN'),
  nameTaken: () => fieldRule('name', 'SCRIPT_NAME_TAKEN'),
  tooMany: () => fieldRule('name', 'SCRIPT_LIMIT'),
};

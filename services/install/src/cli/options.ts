import { parseArgs } from 'node:util';
import { z } from 'zod';
import { windowsOptions } from '@casement/proto/http/install/windows-options.js';

const HELP = `Usage: convert --image FILE.raw [options]
Converts a Linux VPS to the Windows of a raw image.
Passwords are read from the environment: CASEMENT_ROOT_PASSWORD (VPS) and CASEMENT_RDP_PASSWORD (Administrator).

  --image FILE        raw image of a generalised Windows; imported into --store first
  --host ADDRESS      address of the VPS                               (127.0.0.10)
  --port N            port of remote desktop                           (22)
  --ssh-port N        port of SSH                                      (same as --port)
  --user NAME         account for SSH; any other than root uses sudo   (root)
  --key FILE          private key of the account; CASEMENT_KEY_PASSPHRASE decrypts it; no root password is needed then
  --boot WAY          auto, grub or kexec                              (auto)
  --listen HOST:PORT  address of this command's server; port 0: any    (127.0.0.1:0)
  --agent-url URL     its URL as seen from the VPS; {port} is replaced (http://10.0.2.2:{port})
  --allow CIDR        network exempt from the address policy; may be repeated (127.0.0.10/32)
  --toolkit DIR       output of services/install/engine/toolkit        (.data/toolkit)
  --store DIR         chunk store                                      (.data/lab/images)
  --origins FILE      origins of chunks, in the format of IMAGE_ORIGINS; each must have the whole image
  --limit NAME=SECONDS  changes a time limit. NAME is a step of the flow, deadline, silence, stuck, or a wait of the
                      password check: again (after the first try), late-again, name (for Windows' report)
  --guard             installs the boot guard; a report of its recovery system ends the conversion
  --again FILE        raw image that the recovery system installs instead, after its report
  --linux             the image of --again is a cloud image of Linux, whose root gets CASEMENT_ROOT_PASSWORD
  --linux-key FILE    like --linux, but root gets this public key and no password
  --windows-options JSON  windows_options of an install request; Windows also gets the settings of Linux. Without it the
                      image's settings stay
  --order ORDER       answer to the recovery system's first start, with --again that of the second system; repeated for the
                      following ones: wait, restart_windows, power_off or reset_password (the new one is
                      CASEMENT_RDP_PASSWORD followed by " 2"); the conversion ends with the report of the start after them
  --handshake-only    for an image without NLA: ends as soon as remote desktop answers
  --report FILE       writes the result as JSON
`;

const schema = z.object({
  image: z.string(),
  host: z.string(),
  user: z.string(),
  port: z.coerce.number().int().min(1).max(65535),
  'ssh-port': z.coerce.number().int().min(1).max(65535).optional(),
  key: z.string().optional(),
  boot: z.enum(['auto', 'grub', 'kexec']),
  listen: z.string().regex(/^([^:]+|\[[\da-f:]+\]):\d+$/),
  'agent-url': z.string(),
  allow: z.array(z.string()),
  toolkit: z.string(),
  store: z.string(),
  origins: z.string().optional(),
  limit: z.array(z.string().regex(/^[\w-]+=\d+$/)),
  guard: z.boolean(),
  again: z.string().optional(),
  linux: z.boolean(),
  'linux-key': z.string().optional(),
  'windows-options': z
    .string()
    .transform((text) => windowsOptions.parse(JSON.parse(text)))
    .optional(),
  order: z.array(z.enum(['wait', 'restart_windows', 'power_off', 'reset_password'])),
  'handshake-only': z.boolean(),
  report: z.string().optional(),
  rootPassword: z.string({ error: 'CASEMENT_ROOT_PASSWORD is not set' }),
  passphrase: z.string().default(''),
  rdpPassword: z.string({ error: 'CASEMENT_RDP_PASSWORD is not set' }),
});
export type ConvertOptions = z.infer<typeof schema>;

/** @throws Error with a message for the terminal */
export function readOptions(argv: string[], env: NodeJS.ProcessEnv): ConvertOptions | 'help' {
  const text = (fallback?: string) => ({
    type: 'string' as const,
    ...(fallback && { default: fallback }),
  });
  const { values } = parseArgs({
    args: argv,
    options: {
      image: text(),
      host: text('127.0.0.10'),
      port: text('22'),
      'ssh-port': text(),
      user: text('root'),
      key: text(),
      boot: text('auto'),
      listen: text('127.0.0.1:0'),
      'agent-url': text('http://10.0.2.2:{port}'),
      allow: { type: 'string', multiple: true, default: ['127.0.0.10/32'] },
      toolkit: text('.data/toolkit'),
      store: text('.data/lab/images'),
      origins: text(),
      limit: { type: 'string', multiple: true, default: [] },
      guard: { type: 'boolean', default: false },
      again: text(),
      linux: { type: 'boolean', default: false },
      'linux-key': text(),
      'windows-options': text(),
      order: { type: 'string', multiple: true, default: [] },
      'handshake-only': { type: 'boolean', default: false },
      report: text(),
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const parsed = schema.safeParse({
    ...values,
    rootPassword: env['CASEMENT_ROOT_PASSWORD'],
    passphrase: env['CASEMENT_KEY_PASSPHRASE'],
    rdpPassword: env['CASEMENT_RDP_PASSWORD'],
  });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${problems.join('\n')}\n\n${HELP}`);
}

export const helpText = HELP;

import { parseArgs } from 'node:util';
import { z } from 'zod';

const HELP = `Usage: convert --image FILE.raw [options]
Turns a Linux VPS into the Windows of a raw image, from the command line.
Passwords come from the environment: CASEMENT_ROOT_PASSWORD (the VPS's), CASEMENT_RDP_PASSWORD (Administrator's).

  --image FILE        raw image of a generalised Windows (is imported into --store first)
  --host ADDRESS      the VPS                                          (127.0.0.10)
  --port N            of remote desktop                                (22)
  --ssh-port N        of SSH                                           (that of remote desktop)
  --user NAME         the account to sign in to; not root: by sudo     (root)
  --key FILE          its private key; CASEMENT_KEY_PASSPHRASE opens it; CASEMENT_ROOT_PASSWORD may be empty then
  --boot WAY          auto, grub or kexec                              (auto)
  --listen HOST:PORT  where this command serves the VPS; port 0 = any  (127.0.0.1:0)
  --agent-url URL     how the VPS reaches it; {port} is filled in      (http://10.0.2.2:{port})
  --allow CIDR        exempt from the address policy; may be repeated  (127.0.0.10/32)
  --toolkit DIR       what services/install/engine/toolkit built                        (.data/toolkit)
  --store DIR         chunk store                                      (.data/lab/images)
  --origins FILE      where chunks are fetched first, as IMAGE_ORIGINS has it; all have the image
  --limit NAME=SECONDS  another time limit; NAME is a step of the flow, or deadline, silence, stuck; of the tries of
                      the password: again (after the first), late-again, name (wait for Windows' report)
  --guard             the disk gets a boot guard; a report of its recovery system ends the conversion
  --handshake-only    the image has no NLA: done once remote desktop answers
  --report FILE       write the end as JSON
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

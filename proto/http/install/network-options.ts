import { z } from 'zod';
import { UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { IPV4 } from './vps-fields.js';

/** Limit of the resolver in Linux, which the installer also uses. */
const MAX_DNS_SERVERS = 3;

const octetsOf = (ip: string): number[] => ip.split('.').map(Number);

/** Excludes loopback, multicast and reserved addresses. Some clouds have their resolver at a link-local address. */
function isServer(ip: string): boolean {
  if (ip.includes(':')) return !/^(0*:|ff|fe[89ab])/i.test(ip);
  const [first = 0] = octetsOf(ip);
  return first > 0 && first < 224 && first !== 127;
}

/** Whether a provider may assign the address. Private ones lie behind its NAT. Otherwise as the address policy. */
function isAssignable(ip: string): boolean {
  const [a = 0, b = 0, c] = octetsOf(ip);
  const reserved =
    (a === 169 && b === 254) ||
    (a === 192 && b === 0 && c === 0) ||
    (a === 198 && (b & 254) === 18);
  return isServer(ip) && !reserved;
}

const valueOf = (ip: string): number => octetsOf(ip).reduce((sum, octet) => sum * 256 + octet, 0);

/** Whether the gateway is in the network of the address, and both are addresses of hosts. */
function isReachable(address: string, gateway: string): boolean {
  const [ip = '', prefix] = address.split('/');
  const size = 2 ** (32 - Number(prefix));
  const isHost = (at: number) => size <= 2 || (at % size > 0 && at % size < size - 1);
  const [own, via] = [valueOf(ip), valueOf(gateway)];
  const isNear = Math.floor(own / size) === Math.floor(via / size);
  // Point-to-point addresses get a route to their gateway.
  return own !== via && isHost(own) && isHost(via) && (isNear || size === 1);
}

/** Parts of Linux's network settings that are replaced before the check, the installer and Windows use them. */
export const networkFields = {
  /** IPv4 or IPv6 addresses of name servers, the preferred one first. */
  dns: z
    .array(
      z.union([z.ipv4(), z.ipv6()], RULES.WINDOWS_DNS).refine(isServer, RULES.WINDOWS_DNS),
      RULES.WINDOWS_DNS,
    )
    .min(1, RULES.WINDOWS_DNS)
    .max(MAX_DNS_SERVERS, RULES.WINDOWS_DNS)
    .optional(),
  /** IPv4 address with prefix, such as 203.0.113.10/24, instead of DHCP or Linux's addresses. Requires a gateway. */
  address: z
    .string(RULES.WINDOWS_ADDRESS)
    .trim()
    .refine((text) => {
      const [ip = '', prefix = '', ...rest] = text.split('/');
      const isPrefix = /^([89]|[12]\d|3[0-2])$/.test(prefix) && rest.length === 0;
      return IPV4.test(ip) && isPrefix && isAssignable(ip);
    }, RULES.WINDOWS_ADDRESS)
    .optional(),
  /** Must be in the network of the address, unless its prefix is 32. */
  gateway: z
    .string(RULES.WINDOWS_GATEWAY)
    .trim()
    .refine((ip) => IPV4.test(ip) && isAssignable(ip), RULES.WINDOWS_GATEWAY)
    .optional(),
  /** Turns IPv6 on or off. Without a value, the setting of the image stays. */
  ipv6: z.boolean(RULES.WINDOWS_IPV6).optional(),
};

/** Checks the fields against each other. */
export const consistentNetwork = z.check<Partial<NetworkOptions>>(({ value, issues }) => {
  const { dns, address, gateway, ipv6 } = value;
  const refuse = (path: keyof NetworkOptions, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value[path] });
  if (address !== undefined && gateway === undefined) refuse('gateway', RULES.WINDOWS_GATEWAY);
  if (address === undefined && gateway !== undefined) refuse('address', RULES.WINDOWS_ADDRESS);
  if (address && gateway && !isReachable(address, gateway))
    refuse('gateway', RULES.WINDOWS_GATEWAY_UNREACHABLE);
  if (ipv6 === false && dns?.some((server) => server.includes(':')))
    refuse('dns', RULES.WINDOWS_DNS_NEEDS_IPV6);
});

/** Network settings in the request of a check, which shows their effect. */
export const networkOptions = z.object(networkFields, UNREADABLE).check(consistentNetwork);
export type NetworkOptions = z.infer<z.ZodObject<typeof networkFields>>;

/** Maximum quoted length of a page title. */
const MAX_TITLE = 120;
/** Maximum length of a body in characters. A page of 100 rows has about 60 KB. */
const MAX_BODY = 4 * 1024 * 1024;

export interface ReadResponse {
  status: number;
  headers: Headers;
  text: string;
  /** `undefined` if the body is not JSON. */
  body: unknown;
}

/**
 * Reads status, headers and body.
 *
 * @throws the errors of fetch, also when the body is cut off; an Error for a body above MAX_BODY
 */
export async function readResponse(response: Response): Promise<ReadResponse> {
  const { status, headers } = response;
  const text = await readText(response);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status, headers, text, body };
}

/** Stops reading at the limit, because the body is also buffered if it is unpacked from a small one. */
async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    // Leaving the loop cancels the body.
    if (bytes > MAX_BODY) throw new Error(`the answer has more than ${MAX_BODY} bytes`);
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/**
 * Describes, for administrators, a response that the API itself does not send, e.g. the page of a provider that
 * blocks the API, of a firewall or of a proxy. Quotes only the page title and the host of a redirect.
 */
export function describeResponse({ status, headers, text, body }: ReadResponse): string {
  if (status >= 300 && status < 400) {
    const location = headers.get('location') ?? '';
    const host = URL.canParse(location) ? new URL(location).host : 'another page';
    return `HTTP ${status}, a redirect to ${host}. The API never redirects: a network in between may block it.`;
  }
  if (body !== undefined) {
    return status >= 500
      ? `HTTP ${status}: the provider reported an internal error`
      : `HTTP ${status} with unexpected JSON`;
  }
  if (text === '') return `HTTP ${status} without content`;
  if (!/^\s*</.test(text)) return `HTTP ${status}, cut off or not JSON`;
  const title = titleOf(text);
  return `HTTP ${status} with a web page${title && ` ("${title}")`} instead of JSON. A network in between may block the API.`;
}

function titleOf(html: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? '';
  return title
    .replace(/\s+/g, ' ')
    .replace(/["\p{Cc}]/gu, '')
    .trim()
    .slice(0, MAX_TITLE);
}

const EXPLANATIONS: Record<string, string> = {
  ENOTFOUND: 'its name is unknown to the resolver of this server',
  EAI_AGAIN: 'the resolver of this server does not answer',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset, by the other side or by a network in between',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not answered in time',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter than announced',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed, so a network in between may answer',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed, so a network in between may answer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer of its certificate is unknown',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name, so a network in between may answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  EPROTO: 'it does not speak TLS on this port',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS on this port',
};

interface Failure {
  name?: string;
  code?: unknown;
  message?: string;
  cause?: unknown;
  /** An error per address tried, e.g. ::1 and 127.0.0.1 for localhost. */
  errors?: unknown[];
}

/** Describes a failed fetch for administrators. Never quotes the URL because Binance's URL contains the signature. */
export function describeFailure(error: unknown): string {
  for (let one = error as Failure | undefined, depth = 0; one && depth < 5; depth += 1) {
    if (one.name === 'TimeoutError') return 'it did not answer in time';
    const { code } = one;
    const proxyStatus = /^Proxy response \((\d+)\)/.exec(one.message ?? '')?.[1];
    if (proxyStatus === '407') return 'the proxy refused the user or the password (HTTP 407)';
    if (proxyStatus) return `the proxy refused to connect (HTTP ${proxyStatus})`;
    if (typeof code === 'string') {
      return EXPLANATIONS[code] ? `${EXPLANATIONS[code]} (${code})` : code;
    }
    const inner = (one.cause ?? one.errors?.[0]) as Failure | undefined;
    if (!inner) return one.message || 'unknown';
    one = inner;
  }
  return 'unknown';
}

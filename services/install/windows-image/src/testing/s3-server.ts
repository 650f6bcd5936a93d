import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

const PAGE = 2;

/**
 * Subset of S3 that the image store uses: PUT, GET, DELETE and ListObjectsV2 in pages of two, with the bucket in the
 * path. Checks the format of the SigV4 header and the hash of the body, but not the signature. versitygw.ts starts a
 * real store for that.
 */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  readonly requests: string[] = [];
  /** Requests that no S3 implementation would accept. */
  readonly complaints: string[] = [];
  /** Number of requests to answer with 503. */
  failNext = 0;
  /** Status for the next response, without a reason. 0 for none. */
  answerNext = 0;
  /** Number of object bodies to truncate halfway. */
  breakNext = 0;
  /** Number of requests that never get a response. */
  hangNext = 0;
  /** Pause in ms between tenths of a body. 0 sends a body in one piece. */
  pauseMs = 0;

  private constructor(
    readonly bucket: string,
    private readonly server: Server,
  ) {}

  static async start(bucket = 'images'): Promise<S3Server> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const s3 = new S3Server(bucket, server);
    server.on('request', (request, response) => void s3.serve(request, response));
    return s3;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', this.endpoint);
    this.requests.push(`${request.method} ${url.pathname}`);
    this.poll(request, body);
    if (this.failNext > 0) {
      this.failNext -= 1;
      return void response.writeHead(503).end();
    }
    if (this.hangNext > 0) {
      this.hangNext -= 1;
      return;
    }
    if (this.answerNext > 0) {
      response.writeHead(this.answerNext).end();
      this.answerNext = 0;
      return;
    }
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (bucket !== this.bucket) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return this.list(url, response);
    if (request.method === 'PUT') {
      this.objects.set(key, body);
      return void response.writeHead(200, { etag: '"x"' }).end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = this.objects.get(key);
    if (!found) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': found.length, etag: '"x"' });
    if (this.breakNext > 0) {
      this.breakNext -= 1;
      response.write(found.subarray(0, found.length / 2), () => response.destroy());
      return;
    }
    if (this.pauseMs > 0) await this.trickle(found, response);
    response.end(this.pauseMs > 0 ? undefined : found);
  }

  private async trickle(body: Buffer, response: ServerResponse): Promise<void> {
    const size = Math.ceil(body.length / 10);
    for (let at = 0; at < body.length; at += size) {
      await wait(this.pauseMs);
      response.write(body.subarray(at, at + size));
    }
  }

  private poll({ headers, method, url }: IncomingMessage, body: Buffer): void {
    const form =
      /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/eu-test-1\/s3\/aws4_request, ?SignedHeaders=[^,]*host[^,]*, ?Signature=[0-9a-f]{64}$/;
    if (!form.test(headers.authorization ?? ''))
      this.complaints.push(`${method} ${url}: signature`);
    const hash = createHash('sha256').update(body).digest('hex');
    const claimed = headers['x-amz-content-sha256'];
    if (claimed !== hash && claimed !== 'UNSIGNED-PAYLOAD')
      this.complaints.push(`${method} ${url}: hash`);
  }

  private list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort();
    const page = keys.slice(0, PAGE);
    const more = keys.length > PAGE;
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${
          more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
        }${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
      );
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ChunkStore } from '../image/chunk-store.js';
import { isData } from '../image/manifest.js';
import { windowsArchive } from '../windows/windows-files.js';
import { AgentRefused, AgentSession } from './agent-session.js';
import type { AgentRepository, CheckTokens } from './ports.js';
import {
  checkInRequest,
  commitRequest,
  filesRequest,
  failureRequest,
  progressRequest,
  type FailureRequest,
} from './requests.js';
import { hashAgentToken } from './token.js';

/** A form as it came in; each call checks its own. @throws ZodError by every method with one */
export type Form = Record<string, unknown>;

const NO_CHECKS: CheckTokens = { chunksOf: () => Promise.resolve(null) };

/** How many images' lists of chunks are kept in memory. */
const KNOWN_IMAGES = 8;

/** The agent's calls as any HTTP server serves them: token and form in, text or bytes out. */
export class AgentCalls {
  readonly session: AgentSession;
  private readonly chunkLists = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(
    installs: AgentRepository,
    private readonly images: ChunkStore,
    /** How Windows will reach us: see ConvertJob.agentUrl. */
    private readonly agentUrl: string,
    private readonly now: () => Date = () => new Date(),
    private readonly checks: CheckTokens = NO_CHECKS,
  ) {
    this.session = new AgentSession(installs, now);
  }

  async time(token: string): Promise<string> {
    await this.session.authorise(token).catch(async (refused: unknown) => {
      if (!(await this.checks.chunksOf(hashAgentToken(token)))) throw refused;
    });
    return this.answer({ STATUS: 'ok' });
  }

  async checkIn(token: string, form: Form): Promise<string> {
    await this.session.checkIn(token, await this.read(token, checkInRequest, form));
    return this.answer({ STATUS: 'ok' });
  }

  async commit(token: string, form: Form): Promise<string> {
    await this.session.commit(token, await this.read(token, commitRequest, form));
    return this.answer({ COMMIT: 'granted' });
  }

  async progress(token: string, form: Form): Promise<string> {
    await this.session.progress(token, await this.read(token, progressRequest, form));
    return this.answer({ STATUS: 'ok' });
  }

  async failure(token: string, form: Form): Promise<FailureRequest> {
    const request = await this.read(token, failureRequest, form);
    await this.session.failure(token, request);
    return request;
  }

  /** The files for Windows, as a tar archive. They hold the customer's password. */
  async files(token: string, form: Form): Promise<Buffer> {
    const { nonce, image } = await this.read(token, filesRequest, form);
    const { installId, upToken, ...secrets } = await this.session.windowsSecrets(token, nonce);
    const upUrl = `${this.agentUrl}/api/install/agent/windows-up/${installId}`;
    return windowsArchive({ ...secrets, image, upUrl, upToken });
  }

  async windowsUp(installId: string, token: string): Promise<string> {
    await this.session.windowsUp(installId, token);
    return this.answer({ STATUS: 'ok' });
  }

  /** Null where the install's image has no such chunk, or the store lost it. */
  async chunk(token: string, hash: string): Promise<{ size: number; content: Readable } | null> {
    const known = await this.chunksFor(token);
    return known.has(hash) ? this.images.openChunk(hash) : null;
  }

  /** All of the install's own image; of a check's, the few that it measures with. @throws AgentRefused */
  private async chunksFor(token: string): Promise<ReadonlySet<string>> {
    try {
      return await this.chunksOf((await this.session.authorise(token)).imageSha256);
    } catch (error) {
      if (!(error instanceof AgentRefused)) throw error;
      const opened = await this.checks.chunksOf(hashAgentToken(token));
      if (!opened) throw error;
      return new Set(opened);
    }
  }

  /** KEY=VALUE lines, which a shell reads without any tool. */
  answer(values: Record<string, string>): string {
    const time = Math.floor(this.now().getTime() / 1000);
    return Object.entries({ ...values, TIME: time })
      .map(([key, value]) => `${key}=${value}\n`)
      .join('');
  }

  /** A stranger learns nothing of what a form should hold. */
  private async read<T>(token: string, schema: z.ZodType<T>, form: Form): Promise<T> {
    await this.session.authorise(token);
    return schema.parse(form);
  }

  private chunksOf(imageSha256: string): Promise<ReadonlySet<string>> {
    let list = this.chunkLists.get(imageSha256);
    if (!list) {
      list = this.images.readManifest(imageSha256).then((manifest) => {
        // An image that is missing now may be imported again later.
        if (!manifest) this.chunkLists.delete(imageSha256);
        return new Set(manifest?.chunks.filter(isData).map((chunk) => chunk.zstd));
      });
      list.catch(() => this.chunkLists.delete(imageSha256));
      this.chunkLists.set(imageSha256, list);
      const [oldest] = this.chunkLists.keys();
      if (this.chunkLists.size > KNOWN_IMAGES && oldest) this.chunkLists.delete(oldest);
    }
    return list;
  }
}

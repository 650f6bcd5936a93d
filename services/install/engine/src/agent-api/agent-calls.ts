import { Readable } from 'node:stream';
import type { z } from 'zod';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { isData, type DataChunk } from '@casement/windows-image/store/manifest.js';
import { NO_ORIGINS, type ChunkOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import { GUARD_LIMIT } from '@casement/proto/http/install/recovery.js';
import { OWN_ORIGIN } from '@casement/windows-image/origins/origin-settings.js';
import type { NetworkPlan } from '../machine/network-plan.js';
import { linuxArchive } from '../linux/cloud-init.js';
import { sampleChunks } from '../preflight/reach.js';
import { windowsArchive } from '../windows/windows-files.js';
import { AgentRefused, AgentSession } from './agent-session.js';
import type { AgentCaller, AgentRepository, CheckTokens } from './ports.js';
import {
  checkInRequest,
  commitRequest,
  filesRequest,
  failureRequest,
  progressRequest,
  type FailureRequest,
  type FilesRequest,
} from './requests.js';

/** Unvalidated form fields; each call parses its own fields. @throws ZodError from every method that takes a form */
export type Form = Record<string, unknown>;

/** Chunk bytes or the URL of an origin that serves them without a token. */
export type ChunkAnswer =
  { size: number; content: Readable } | { size: number; url: string; origin: string };

const NO_CHECKS: CheckTokens = { chunksOf: () => Promise.resolve(null) };

/** Number of images whose chunk lists stay in memory. */
const KNOWN_IMAGES = 8;

/** Transport-independent implementation of the agent's HTTP calls: token and form in, text or bytes out. */
export class AgentCalls {
  readonly session: AgentSession;
  private readonly chunkLists = new Map<string, Promise<ImageChunks>>();

  constructor(
    private readonly installs: AgentRepository,
    private readonly images: ChunkStore,
    /** URL under which Windows reaches the API, see ConvertJob.agentUrl. */
    private readonly agentUrl: string,
    private readonly now: () => Date = () => new Date(),
    private readonly checks: CheckTokens = NO_CHECKS,
    private readonly origins: ChunkOrigins = NO_ORIGINS,
  ) {
    this.session = new AgentSession(installs, now);
  }

  async time(caller: AgentCaller): Promise<string> {
    await this.session.authorise(caller).catch(async (refused: unknown) => {
      if (!(await this.checks.chunksOf(sha256Hex(caller.token)))) throw refused;
    });
    return this.answer({ STATUS: 'ok' });
  }

  async checkIn(caller: AgentCaller, form: Form): Promise<string> {
    await this.session.checkIn(caller, await this.read(caller, checkInRequest, form));
    return this.answer({ STATUS: 'ok' });
  }

  async commit(caller: AgentCaller, form: Form): Promise<string> {
    const token = await this.session.commit(caller, await this.read(caller, commitRequest, form));
    return this.answer({
      COMMIT: 'granted',
      ...(token && { GUARD_TOKEN: token, GUARD_LIMIT: String(GUARD_LIMIT) }),
    });
  }

  async progress(caller: AgentCaller, form: Form): Promise<string> {
    await this.session.progress(caller, await this.read(caller, progressRequest, form));
    return this.answer({ STATUS: 'ok' });
  }

  async failure(caller: AgentCaller, form: Form): Promise<FailureRequest> {
    const request = await this.read(caller, failureRequest, form);
    await this.session.failure(caller, request);
    return request;
  }

  /** Returns a tar archive of the files for Windows or for cloud-init. Contains the customer's password or its hash. */
  async files(caller: AgentCaller, form: Form): Promise<Buffer> {
    const request = await this.read(caller, filesRequest, form);
    const linux = await this.session.linuxSecrets(caller, request.nonce);
    if (linux) return linuxArchive({ ...linux, network: networkOfStage(linux.network, request) });
    const { installId, imageSha256, upToken, ...secrets } = await this.session.windowsSecrets(
      caller,
      request.nonce,
    );
    const { language } = await this.chunksOf(imageSha256);
    const upUrl = `${this.agentUrl}/api/install/agent/windows-up/${installId}`;
    return windowsArchive({
      ...secrets,
      network: networkOfStage(secrets.network, request),
      image: request.image,
      ...(language && { language }),
      guard: request.guard === 'yes',
      upUrl,
      upToken,
    });
  }

  async windowsUp(installId: string, token: string, form: Form): Promise<string> {
    if ('licence' in form || 'script' in form)
      return this.answer({ PROOF: await this.session.afterProof(installId, token, form) });
    if ('guard' in form)
      return this.answer({ GUARD: await this.session.guardTask(installId, token, form['guard']) });
    await this.session.windowsUp(installId, token, form);
    return this.answer({ STATUS: 'ok' });
  }

  /**
   * Returns `null` if the caller may not have this chunk. Before the commit, only the preflight's sample chunks are
   * available because the quota can still be returned. After the commit, the complete image of the install is.
   * @param origin preferred origin; if it does not have the chunk, the bytes themselves are returned
   * @throws AgentRefused FETCHED_TOO_MUCH, or as AgentSession.authorise
   */
  async chunk(
    caller: AgentCaller,
    hash: string,
    origin: string = OWN_ORIGIN,
  ): Promise<ChunkAnswer | null> {
    const install = await this.session.authorise(caller).catch(async (refused: unknown) => {
      if (!(refused instanceof AgentRefused)) throw refused;
      const opened = await this.checks.chunksOf(sha256Hex(caller.token));
      if (!opened) throw refused;
      return { opened };
    });
    if ('opened' in install) {
      return install.opened.includes(hash) ? this.images.openChunk(hash) : null;
    }
    const image = await this.chunksOf(install.imageSha256);
    const size = image.sizes.get(hash);
    if (size === undefined) return null;
    if (!image.sample.has(hash) && !this.session.isCommitted(install)) return null;
    const url =
      origin === OWN_ORIGIN ? null : await this.origins.urlOf(origin, install.imageSha256, hash);
    if (url === null) {
      return this.counted(install.installId, size, image.limit, () => this.images.openChunk(hash));
    }
    // The service cannot see how much is downloaded from an origin, so the full chunk size is counted.
    await this.count(install.installId, size, image.limit);
    return { size, url, origin };
  }

  private async count(installId: string, size: number, limit: number): Promise<void> {
    if (!(await this.installs.addFetched(installId, size, limit))) {
      throw new AgentRefused('FETCHED_TOO_MUCH');
    }
  }

  /** Counts the bytes and subtracts those that were not transferred, because a bad connection is not abuse. */
  private async counted(
    installId: string,
    size: number,
    limit: number,
    open: () => ReturnType<ChunkStore['openChunk']>,
  ): ReturnType<ChunkStore['openChunk']> {
    await this.count(installId, size, limit);
    const takeOff = (bytes: number) => this.installs.addFetched(installId, -bytes, limit);
    const chunk = await open().catch(async (error: unknown) => {
      await takeOff(size);
      throw error;
    });
    if (!chunk) {
      await takeOff(size);
      return null;
    }
    const parts = async function* () {
      let left = size;
      try {
        for await (const piece of chunk.content as AsyncIterable<Buffer>) {
          left -= piece.length;
          yield piece;
        }
      } finally {
        // Subtracting only raises the limit of the next attempt, so the call does not wait for it.
        if (left > 0) takeOff(left).catch(() => undefined);
      }
    };
    return { size: chunk.size, content: Readable.from(parts(), { objectMode: false }) };
  }

  /** Formats KEY=VALUE lines, which a shell parses without tools. */
  answer(values: Record<string, string>): string {
    const time = Math.floor(this.now().getTime() / 1000);
    return Object.entries({ ...values, TIME: time })
      .map(([key, value]) => `${key}=${value}\n`)
      .join('');
  }

  /** Authorizes before parsing so that validation errors reveal nothing to unauthenticated callers. */
  private async read<T>(caller: AgentCaller, schema: z.ZodType<T>, form: Form): Promise<T> {
    await this.session.authorise(caller);
    return schema.parse(form);
  }

  private chunksOf(imageSha256: string): Promise<ImageChunks> {
    let list = this.chunkLists.get(imageSha256);
    if (!list) {
      list = this.images.readManifest(imageSha256).then((manifest) => {
        // A missing manifest is not cached because the image may be re-imported.
        if (!manifest) this.chunkLists.delete(imageSha256);
        return imageChunks(manifest?.chunks.filter(isData) ?? [], manifest?.languages);
      });
      list.catch(() => this.chunkLists.delete(imageSha256));
      this.chunkLists.set(imageSha256, list);
      const [oldest] = this.chunkLists.keys();
      if (this.chunkLists.size > KNOWN_IMAGES && oldest) this.chunkLists.delete(oldest);
    }
    return list;
  }
}

/** Returns the plan with the addressing mode and packet size that worked in the stage. */
const networkOfStage = (
  plan: NetworkPlan,
  { network, mtu = plan.mtu }: FilesRequest,
): NetworkPlan => ({ ...plan, mode: network || plan.mode, mtu: Math.min(plan.mtu, mtu) });

interface ImageChunks {
  sizes: ReadonlyMap<string, number>;
  sample: ReadonlySet<string>;
  limit: number;
  /** The image's own language. */
  language: string | undefined;
}

/**
 * Limit of the bytes sent to one install: this factor times the image's compressed size, plus a margin for small
 * images. Leaves room for chunks that are resent.
 */
const FETCH_FACTOR = 3;
const FETCH_SPARE = 64 * 2 ** 20;

function imageChunks(chunks: readonly DataChunk[], languages: string[] = []): ImageChunks {
  const total = chunks.reduce((sum, { zstdBytes }) => sum + zstdBytes, 0);
  return {
    sizes: new Map(chunks.map(({ zstd, zstdBytes }) => [zstd, zstdBytes])),
    sample: new Set(sampleChunks(chunks).map(({ zstd }) => zstd)),
    limit: FETCH_FACTOR * total + FETCH_SPARE,
    language: languages[0],
  };
}

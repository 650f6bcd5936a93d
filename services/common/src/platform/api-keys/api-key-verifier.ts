import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { ApiKey } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { isAdminKeyScope, type ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';
import type { Actor } from '../../core/context/actor.js';
import { VerifiedTokens } from '../../core/crypto/verified-tokens.js';
import { BaseConfig } from '../../core/config/base-config.js';
import { clientAddress } from '../../core/context/request-context.js';
import { EdgeState } from '../../messaging/edge/edge-state.js';
import { Signals } from '../../messaging/signals.js';
import { AddressSet } from '../../core/net/address-set.js';
import { clientKey, clientNetworks } from '../../core/net/client-networks.js';
import { ApiKeyDirectory } from './api-key-directory.js';
import { hashApiKey, isApiKey } from './api-key.js';
import { apiKeyErrors } from './api-key.errors.js';
import { ApiKeyRateLimiter } from './api-key-rate-limiter.js';

/**
 * Seconds for which a verified key is cached. Revocations normally take effect immediately (EdgeState); this limits
 * the delay if NATS is unavailable.
 */
const CACHE_SECONDS = 60;
/**
 * Maximum number of clients per key and minute that are reported to auth, so that a widely shared key does not cause
 * a lookup per call.
 */
const CLIENTS = 20;
/**
 * Unknown keys allowed per client, process and ten minutes. A separate rule of the security service blocks the
 * address.
 */
const GUESSES = 20;

/** Valid key in the cache of this process. */
interface KnownKey {
  /** Actor for calls in the owner's own name. */
  readonly actor: Actor;
  /** Actor for administrator calls. Auth finds a key with such a scope only while its owner is an administrator. */
  readonly administrator: Actor;
  readonly scopes: ReadonlySet<string>;
  /** `null` allows any address. */
  readonly networks: AddressSet | null;
  /** Clients already reported to auth. */
  readonly clients: ReadonlySet<string>;
}

/** Checks the API key of a request: existence, allowed network and scope of the route. */
@Injectable()
export class ApiKeyVerifier {
  private readonly known = new VerifiedTokens<KnownKey>();
  private readonly calls = new ApiKeyRateLimiter(60);
  private readonly guesses = new ApiKeyRateLimiter(600);

  constructor(
    private readonly directory: ApiKeyDirectory,
    private readonly edge: EdgeState,
    private readonly signals: Signals,
    private readonly config: BaseConfig,
  ) {}

  /**
   * @param response receives the RateLimit headers of the key
   * @throws apiKeyErrors except closed; UNAVAILABLE if auth must be queried and does not answer
   */
  async verify(key: string, scope: ApiKeyScope, response: ServerResponse): Promise<Actor> {
    const address = clientAddress() ?? '';
    const { actor, administrator, networks, scopes } =
      this.remembered(key, address) ?? (await this.find(key, address));
    // Does not count the call, so that someone who uses a stolen key from elsewhere cannot exhaust its owner's
    // allowance.
    if (networks && !networks.has(address)) throw apiKeyErrors.wrongNetwork(address);
    this.count(actor.sessionId, response);
    if (!scopes.has(scope)) throw apiKeyErrors.lacksScope(scope);
    return isAdminKeyScope(scope) ? administrator : actor;
  }

  /**
   * Returns the cached key if auth already knows this client. A new client requires a lookup, because auth reports
   * uses from new networks.
   */
  private remembered(key: string, address: string): KnownKey | undefined {
    const found = this.known.find(key);
    if (!found || this.edge.isRevoked(found.actor)) return undefined;
    const { clients } = found;
    return clients.has(clientKey(address)) || clients.size >= CLIENTS ? found : undefined;
  }

  /** Queries auth, which also records the use. A process queries each key about once a minute. */
  private async find(key: string, address: string): Promise<KnownKey> {
    const wait = this.waitOf(address);
    if (wait !== undefined) {
      this.signals.raise({ kind: 'rate_limited', detail: 'unknown API keys' });
      throw apiKeyErrors.tooManyGuesses(wait);
    }
    // The checksum detects a made-up or truncated key without a lookup.
    const found = isApiKey(key) ? await this.directory.find(hashApiKey(key), address) : undefined;
    if (!found) {
      for (const network of clientNetworks(address)) this.guesses.take(network.key, 0);
      this.signals.raise({ kind: 'token_refused', detail: 'API key' });
      throw apiKeyErrors.invalid();
    }
    const clients = new Set(this.known.find(key)?.clients).add(clientKey(address));
    const known = toKnownKey(found, clients);
    // The key was revoked while auth was answering.
    if (this.edge.isRevoked(known.actor)) throw apiKeyErrors.invalid();
    this.known.add(key, known, cachedUntil(found));
    return known;
  }

  /** @returns the seconds until this client may send another unknown key; undefined if it may now */
  private waitOf(address: string): number | undefined {
    for (const { key, multiplier } of clientNetworks(address)) {
      const { remaining, resetSeconds } = this.guesses.read(key, GUESSES * multiplier);
      if (remaining <= 0) return resetSeconds;
    }
    return undefined;
  }

  /**
   * Counts the call and sets the headers of draft-ietf-httpapi-ratelimit-headers-10. The gateway sets the older
   * RateLimit-Limit headers per address.
   *
   * @throws apiKeyErrors.tooManyCalls
   */
  private count(keyId: string, response: ServerResponse): void {
    const allowance = this.config.API_KEY_CALLS_PER_MINUTE;
    const { remaining, resetSeconds } = this.calls.take(keyId, allowance);
    response.setHeader('RateLimit-Policy', `"key";q=${allowance};w=${this.calls.windowSeconds}`);
    response.setHeader('RateLimit', `"key";r=${Math.max(0, remaining)};t=${resetSeconds}`);
    if (remaining >= 0) return;
    this.signals.raise({ kind: 'rate_limited', detail: 'API key' });
    throw apiKeyErrors.tooManyCalls(resetSeconds);
  }
}

/** `confirmedAt` is 0 because an API key is never confirmed by a password or code. */
const toKnownKey = (
  { id, userId, epoch, scopes, networks, expiresAt }: ApiKey,
  clients: ReadonlySet<string>,
): KnownKey => {
  const actor = {
    userId,
    sessionId: id,
    apiKeyId: id,
    admin: false,
    needsTwoFactor: false,
    confirmedAt: 0,
    epoch,
    ...(expiresAt !== '' && { expiresAt: Date.parse(expiresAt) / 1000 }),
  };
  return {
    clients,
    actor: Object.freeze(actor),
    administrator: Object.freeze({ ...actor, admin: true }),
    scopes: new Set(scopes),
    networks: networks.length === 0 ? null : new AddressSet(networks),
  };
};

function cachedUntil({ expiresAt }: ApiKey): number {
  const until = Date.now() / 1000 + CACHE_SECONDS;
  return expiresAt === '' ? until : Math.min(until, Date.parse(expiresAt) / 1000);
}

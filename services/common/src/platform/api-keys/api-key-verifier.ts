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
import { CallMeter } from './call-meter.js';

/**
 * How long a key that auth has confirmed is believed. A revocation does not wait for it (EdgeState); it bounds what a
 * service may still allow that hears nothing of one because NATS is away.
 */
const BELIEVED_SECONDS = 60;
/** Clients of one key within that time of which auth is told: so a key in many hands does not ask for each call. */
const CLIENTS = 20;
/** Unknown keys of one client within ten minutes, by each process. Security blocks the address by a rule of its own. */
const GUESSES = 20;

/** A key in force, as this process knows it. */
interface KnownKey {
  /** Where the call is its owner's own. */
  readonly actor: Actor;
  /** Where the call is an administrator's: auth finds a key with such a scope only while its owner is one. */
  readonly administrator: Actor;
  readonly scopes: ReadonlySet<string>;
  /** Null: any address. */
  readonly networks: AddressSet | null;
  /** The clients that auth has been told of. */
  readonly clients: ReadonlySet<string>;
}

/** Checks the API key of a request: that it exists, may be used from there, and has the scope of the route. */
@Injectable()
export class ApiKeyVerifier {
  private readonly known = new VerifiedTokens<KnownKey>();
  private readonly calls = new CallMeter(60);
  private readonly guesses = new CallMeter(600);

  constructor(
    private readonly directory: ApiKeyDirectory,
    private readonly edge: EdgeState,
    private readonly signals: Signals,
    private readonly config: BaseConfig,
  ) {}

  /**
   * @param response gets the key's RateLimit headers
   * @throws apiKeyErrors, each by its name; UNAVAILABLE where auth has to be asked and does not answer
   */
  async verify(key: string, scope: ApiKeyScope, response: ServerResponse): Promise<Actor> {
    const address = clientAddress() ?? '';
    const { actor, administrator, networks, scopes } =
      this.remembered(key, address) ?? (await this.find(key, address));
    // Not counted: who has the key elsewhere must not use up its owner's allowance.
    if (networks && !networks.has(address)) throw apiKeyErrors.wrongNetwork(address);
    this.count(actor.sessionId, response);
    if (!scopes.has(scope)) throw apiKeyErrors.lacksScope(scope);
    return isAdminKeyScope(scope) ? administrator : actor;
  }

  /** Auth reports a key that is used from a new network, so it is asked again for a client that it has not been told of. */
  private remembered(key: string, address: string): KnownKey | undefined {
    const found = this.known.find(key);
    if (!found || this.edge.isRevoked(found.actor)) return undefined;
    const { clients } = found;
    return clients.has(clientKey(address)) || clients.size >= CLIENTS ? found : undefined;
  }

  /** Asks auth, which also notes that the key was used: about once a minute and process. */
  private async find(key: string, address: string): Promise<KnownKey> {
    const wait = this.waitOf(address);
    if (wait !== undefined) {
      this.signals.raise({ kind: 'rate_limited', detail: 'unknown API keys' });
      throw apiKeyErrors.tooManyGuesses(wait);
    }
    // The checksum tells a made-up key, or one that was cut, without asking.
    const found = isApiKey(key) ? await this.directory.find(hashApiKey(key), address) : undefined;
    if (!found) {
      for (const network of clientNetworks(address)) this.guesses.take(network.key, 0);
      this.signals.raise({ kind: 'token_refused', detail: 'API key' });
      throw apiKeyErrors.invalid();
    }
    const clients = new Set(this.known.find(key)?.clients).add(clientKey(address));
    const known = toKnownKey(found, clients);
    // Revoked while auth was answering.
    if (this.edge.isRevoked(known.actor)) throw apiKeyErrors.invalid();
    this.known.add(key, known, believedUntil(found));
    return known;
  }

  /** @returns the seconds until this client may be wrong again; undefined: it may */
  private waitOf(address: string): number | undefined {
    for (const { key, room } of clientNetworks(address)) {
      const { remaining, resetSeconds } = this.guesses.read(key, GUESSES * room);
      if (remaining <= 0) return resetSeconds;
    }
    return undefined;
  }

  /**
   * The headers are of draft-ietf-httpapi-ratelimit-headers-10; the older RateLimit-Limit and its like are the gateway's, for
   * the address.
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

/** Never confirmed by a password. */
const toKnownKey = (
  { id, userId, epoch, scopes, networks }: ApiKey,
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
  };
  return {
    clients,
    actor: Object.freeze(actor),
    administrator: Object.freeze({ ...actor, admin: true }),
    scopes: new Set(scopes),
    networks: networks.length === 0 ? null : new AddressSet(networks),
  };
};

function believedUntil({ expiresAt }: ApiKey): number {
  const until = Date.now() / 1000 + BELIEVED_SECONDS;
  return expiresAt === '' ? until : Math.min(until, Date.parse(expiresAt) / 1000);
}

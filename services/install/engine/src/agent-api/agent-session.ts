import { createHash } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { equalInConstantTime, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { RecordedFailure } from '../failures/engine-error.js';
import { accountName } from '../rdp/account-name.js';
import type { AgentFailure, AgentState } from './agent-state.js';
import type { AgentCaller, AgentInstall, AgentRepository, WindowsSecrets } from './ports.js';
import type { CheckInRequest, CommitRequest, FailureRequest, ProgressRequest } from './requests.js';

/** Why a call of the agent is refused. */
export type AgentRefusal =
  | 'AGENT_TOKEN_INVALID'
  /** The token is shown from where its VPS has never been. */
  | 'AGENT_ELSEWHERE'
  | 'COMMIT_REFUSED'
  /** The install has been sent several times its image. */
  | 'FETCHED_TOO_MUCH';

export class AgentRefused extends Error {
  constructor(readonly code: AgentRefusal) {
    super(code);
    this.name = 'AgentRefused';
  }
}

/** While the install may still be worked on by its stage. */
const LIVE: readonly AgentInstall['status'][] = ['preparing', 'running', 'manual_review'];
/** Networks that are noted until the first check-in: a VPS with NAT and both protocols has two or three. */
const MAX_ADDRESSES = 4;

/** Once the disk may be written. */
const COMMITTED: readonly AgentInstall['status'][] = ['running', 'manual_review'];

/**
 * What the RAM stage may do and what is stored of its reports. Knows neither HTTP nor a database; every call
 * shows the install's token, and reports may come twice, late or in disorder.
 */
export class AgentSession {
  constructor(
    private readonly installs: AgentRepository,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** @throws AgentRefused where the token is unknown, its install has ended, or another machine shows it */
  async authorise({ token, address }: AgentCaller): Promise<AgentInstall> {
    const install = await this.installs.findByToken(sha256Hex(token));
    if (!install || !LIVE.includes(install.status)) throw new AgentRefused('AGENT_TOKEN_INVALID');
    if (!(await this.isItsVps(install, address))) throw new AgentRefused('AGENT_ELSEWHERE');
    return install;
  }

  /** Whether the disk may be written: all of the image is open then, and what it is given cannot be returned. */
  isCommitted({ status, state }: AgentInstall): boolean {
    return COMMITTED.includes(status) && state.commitNonce !== null;
  }

  /** A boot of the stage reports for the first time. Before the commit the latest boot counts, after it only that one. */
  async checkIn(caller: AgentCaller, request: CheckInRequest): Promise<void> {
    const { installId, armed } = await this.authorise(caller);
    // A token of the preflight opens what the preflight needs.
    if (!armed) throw new AgentRefused('AGENT_TOKEN_INVALID');
    const at = this.at();
    await this.installs.changeState(installId, (state) => {
      if (state.commitNonce !== null) return null;
      const again = state.bootNonce === request.nonce;
      return {
        ...state,
        bootNonce: request.nonce,
        checkedInAt: again ? state.checkedInAt : at,
        lastSequence: again ? state.lastSequence : 0,
        reportedAt: at,
        phase: 'rebooting',
        log: request.log,
      };
    });
  }

  /**
   * The point of no return. The boot that was granted may ask again and gets the same answer: a lost
   * one strands no VPS.
   * @throws AgentRefused COMMIT_REFUSED for another boot, or where the install was ended meanwhile
   */
  async commit(caller: AgentCaller, { nonce }: CommitRequest): Promise<void> {
    const { installId, status, state } = await this.authorise(caller);
    if (state.commitNonce === nonce && COMMITTED.includes(status)) return;
    const mayAsk =
      status === 'preparing' &&
      state.bootNonce === nonce &&
      state.commitNonce === null &&
      !state.commitClosed;
    const at = this.at();
    const committed: AgentState = {
      ...state,
      commitNonce: nonce,
      committedAt: at,
      reportedAt: at,
      phase: 'writing',
      failed: null,
    };
    if (mayAsk && (await this.installs.grantCommit(installId, nonce, committed))) return;
    // Two calls of one boot at once: one of them was first, and its grant is this one's too.
    const after = await this.authorise(caller);
    if (after.state.commitNonce === nonce && COMMITTED.includes(after.status)) return;
    throw new AgentRefused('COMMIT_REFUSED');
  }

  /**
   * Ends the time in which a commit can be granted, because the install is failing with this.
   * @returns false where the commit was granted before: then the install goes on
   */
  async closeCommit(installId: string, failure: RecordedFailure): Promise<boolean> {
    const state = await this.installs.changeState(installId, (seen) => closed(seen, failure));
    return state.commitNonce === null;
  }

  /** Reports of another boot, and older ones than the last, change nothing. */
  async progress(caller: AgentCaller, request: ProgressRequest): Promise<void> {
    const { installId } = await this.authorise(caller);
    const at = this.at();
    await this.installs.changeState(installId, (state) => {
      if (request.nonce !== state.bootNonce) return null;
      // What was reached is true however late it arrives; a figure is not.
      const events = state.commitNonce === null ? {} : reached(state, request, at);
      if (request.sequence <= state.lastSequence) return { ...state, ...events };
      return {
        ...state,
        lastSequence: request.sequence,
        reportedAt: at,
        phase: state.commitNonce === null ? 'rebooting' : request.phase,
        bytesDone: request.bytes_done,
        bytesTotal: request.bytes_total,
        rate: request.rate,
        etaSeconds: request.eta,
        log: request.log,
        failed: overcome(state, request) ? null : state.failed,
        ...events,
      };
    });
  }

  async failure(caller: AgentCaller, request: FailureRequest): Promise<void> {
    const { installId } = await this.authorise(caller);
    const at = this.at();
    await this.installs.changeState(installId, (state) => {
      if (request.nonce !== state.bootNonce) return null;
      return { ...state, reportedAt: at, log: request.log, failed: complaint(state, request, at) };
    });
  }

  /**
   * What Windows is given: only to the boot that holds the commit.
   * @throws AgentRefused COMMIT_REFUSED before it
   */
  async windowsSecrets(
    caller: AgentCaller,
    nonce: string,
  ): Promise<WindowsSecrets & { installId: string; upToken: string }> {
    const { installId, status, state } = await this.authorise(caller);
    if (!COMMITTED.includes(status) || state.commitNonce !== nonce) {
      throw new AgentRefused('COMMIT_REFUSED');
    }
    const secrets = await this.installs.windowsSecrets(installId);
    const upToken = windowsUpToken(caller.token);
    const upTokenHash = sha256Hex(upToken);
    await this.installs.changeState(installId, (seen) => ({ ...seen, upTokenHash }));
    return { ...secrets, installId, upToken };
  }

  /**
   * Windows has run its first start to the end, and may say how its built-in administrator is named. It proves nothing:
   * Windows may be about to restart.
   */
  async windowsUp(installId: string, upToken: string, reported?: unknown): Promise<void> {
    const install = await this.installs.findById(installId);
    if (!install || !LIVE.includes(install.status)) throw new AgentRefused('AGENT_TOKEN_INVALID');
    if (!equalInConstantTime(sha256Hex(upToken), install.state.upTokenHash ?? '')) {
      throw new AgentRefused('AGENT_TOKEN_INVALID');
    }
    const at = this.at();
    const account = accountName(reported);
    await this.installs.changeState(installId, (state) =>
      state.windowsUpAt === null && state.commitNonce !== null
        ? { ...state, windowsUpAt: at, ...(account && { account }) }
        : null,
    );
  }

  /** Until the first check-in its VPS is still being met, and each address is noted. */
  private async isItsVps(
    { installId, addresses, state }: AgentInstall,
    address: string,
  ): Promise<boolean> {
    if (!state.addresses || isNear(address, [...addresses, ...state.addresses])) return true;
    if (state.checkedInAt !== null) return false;
    const noted = await this.installs.changeState(installId, (seen) => {
      const known = seen.addresses ?? [];
      const full = seen.checkedInAt !== null || known.length >= MAX_ADDRESSES;
      return full || isNear(address, known) ? null : { ...seen, addresses: [...known, address] };
    });
    return isNear(address, noted.addresses ?? []);
  }

  private at(): string {
    return this.now().toISOString();
  }
}

/**
 * Whether an address belongs to a machine that is known by others: in a /24 with one of them, or a /64 of IPv6. What a
 * provider's NAT or IPv6 privacy changes stays within these.
 */
function isNear(address: string, known: readonly string[]): boolean {
  const near = new BlockList();
  for (const one of known) {
    if (isIPv6(one)) near.addSubnet(one, 64, 'ipv6');
    else near.addSubnet(one, 24, 'ipv4');
  }
  return near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Windows reports its first start with a token of its own: it lies on the disk of a running Windows for a
 * moment, and must not open the image or the password there. Made from the stage's own, so that it is the same for every
 * question and cannot be made from what we keep.
 */
export const windowsUpToken = (agentToken: string): string =>
  createHash('sha256').update(`windows-up:${agentToken}`).digest('base64url');

/** For closeCommit: null where the commit was granted before. */
export const closed = (state: AgentState, failure: RecordedFailure): AgentState | null =>
  state.commitNonce === null ? { ...state, commitClosed: true, closedWith: failure } : null;

/** A stage that complains again is still in the same trouble: it counts from the first complaint. */
function complaint(state: AgentState, request: FailureRequest, now: string): AgentFailure {
  const { code, detail, final } = request;
  const { at, bytesDone } =
    state.failed && !state.failed.final && !final
      ? state.failed
      : { at: now, bytesDone: state.bytesDone };
  return { code, detail, final, at, bytesDone };
}

/** More bytes than when it began to complain: it got on. */
const overcome = ({ failed }: AgentState, { bytes_done: bytes }: ProgressRequest): boolean =>
  failed !== null && !failed.final && bytes > failed.bytesDone;

/** A report that the stage is further on also means that what it complained of before is over. */
function reached(state: AgentState, { event }: ProgressRequest, at: string): Partial<AgentState> {
  const failed = state.failed?.final ? state.failed : null;
  switch (event) {
    case 'written':
      return { failed, writtenAt: state.writtenAt ?? at };
    case 'verified':
      return { failed, verifiedAt: state.verifiedAt ?? at };
    case 'configured':
      return { failed, configuredAt: state.configuredAt ?? at };
    case 'restarting':
      return { failed, restartingAt: state.restartingAt ?? at };
    case '':
      return {};
  }
}

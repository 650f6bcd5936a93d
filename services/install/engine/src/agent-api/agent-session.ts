import { createHash } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { equalInConstantTime, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { RecordedFailure } from '../failures/engine-error.js';
import { redact } from '../failures/redact.js';
import { shortText } from '@casement/windows-image/text.js';
import { accountName } from '../rdp/account-name.js';
import type { LinuxConfiguration } from '../linux/cloud-init.js';
import type { AgentFailure, AgentState } from './agent-state.js';
import type { AgentCaller, AgentInstall, AgentRepository, WindowsSecrets } from './ports.js';
import type { CheckInRequest, CommitRequest, FailureRequest, ProgressRequest } from './requests.js';

export type AgentRefusal =
  | 'AGENT_TOKEN_INVALID'
  /** The token was used from a network that does not belong to its VPS. */
  | 'AGENT_ELSEWHERE'
  | 'COMMIT_REFUSED'
  /** The install downloaded several times the size of its image. */
  | 'FETCHED_TOO_MUCH';

export class AgentRefused extends Error {
  constructor(readonly code: AgentRefusal) {
    super(code);
    this.name = 'AgentRefused';
  }
}

/** Statuses in which the stage may still make calls. */
const LIVE: readonly AgentInstall['status'][] = ['preparing', 'running', 'manual_review'];
/** Networks recorded before the first check-in. A VPS with NAT and both protocols has two or three. */
const MAX_ADDRESSES = 4;

/** Maximum number of lines in Windows' report about its settings; settings.ps1 writes fewer. */
const MAX_SETTINGS = 20;

/** Maximum number of lines about the first-start script: its outcome and the end of its output. */
const MAX_SCRIPT_LINES = 51;

/** Unvalidated fields of Windows' first report. */
interface WindowsReport {
  account?: unknown;
  problems?: unknown;
  /** A line for each setting of settings.ps1. */
  settings?: unknown;
}

/** Statuses in which the disk may be written. */
const COMMITTED: readonly AgentInstall['status'][] = ['running', 'manual_review'];

/**
 * State machine of the RAM stage's calls, independent of HTTP and the database. Reports may be repeated, late or out
 * of order.
 */
export class AgentSession {
  constructor(
    private readonly installs: AgentRepository,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** @throws AgentRefused if the token is unknown, the install has ended, or another machine uses the token */
  async authorise({ token, address }: AgentCaller): Promise<AgentInstall> {
    const install = await this.installs.findByToken(sha256Hex(token));
    if (!install || !LIVE.includes(install.status)) throw new AgentRefused('AGENT_TOKEN_INVALID');
    if (!(await this.isItsVps(install, address))) throw new AgentRefused('AGENT_ELSEWHERE');
    return install;
  }

  /**
   * Whether the disk may be written. From then on the complete image is available and the quota cannot be returned.
   */
  isCommitted({ status, state }: AgentInstall): boolean {
    return COMMITTED.includes(status) && state.commitNonce !== null;
  }

  /**
   * Records the first report of a boot. Before the commit the latest boot counts; afterwards only the committed boot
   * does.
   */
  async checkIn(caller: AgentCaller, request: CheckInRequest): Promise<void> {
    const { installId, armed, recoveryBoot } = await this.authorise(caller);
    // A preflight's token does not authorize a stage, and a recovery system's only the boot that the owner confirmed.
    if (!armed || (recoveryBoot ?? request.nonce) !== request.nonce)
      throw new AgentRefused('AGENT_TOKEN_INVALID');
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
   * Grants the commit, the point of no return. The granted boot may repeat the call and gets the same response, so a
   * lost response strands no VPS.
   * @returns the token of the recovery system; `null` without a boot guard
   * @throws AgentRefused COMMIT_REFUSED for another boot, or if the install ended meanwhile
   */
  async commit(caller: AgentCaller, { nonce }: CommitRequest): Promise<string | null> {
    const { installId, status, state, guard } = await this.authorise(caller);
    const token = recoveryToken(caller.token);
    const granted = (of: AgentState) => (of.guarded ? token : null);
    if (state.commitNonce === nonce && COMMITTED.includes(status)) return granted(state);
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
      ...(guard && { guarded: true }),
    };
    const hash = guard ? sha256Hex(token) : null;
    if (mayAsk && (await this.installs.grantCommit(installId, nonce, committed, hash)))
      return granted(committed);
    // If one boot makes two concurrent calls, the first call's grant is valid for both.
    const after = await this.authorise(caller);
    if (after.state.commitNonce === nonce && COMMITTED.includes(after.status))
      return granted(after.state);
    throw new AgentRefused('COMMIT_REFUSED');
  }

  /**
   * Closes the commit because the install is failing.
   * @returns false if the commit was already granted; the install then continues
   */
  async closeCommit(installId: string, failure: RecordedFailure): Promise<boolean> {
    const state = await this.installs.changeState(installId, (seen) => closed(seen, failure));
    return state.commitNonce === null;
  }

  /** Ignores reports of another boot. A report older than the last one contributes only its events. */
  async progress(caller: AgentCaller, request: ProgressRequest): Promise<void> {
    const { installId } = await this.authorise(caller);
    const at = this.at();
    await this.installs.changeState(installId, (state) => {
      if (request.nonce !== state.bootNonce) return null;
      // Late events are still valid; late progress figures are not.
      const events = {
        ...(state.commitNonce !== null && reached(state, request, at)),
        ...(request.guard === 'none' && state.guarded && { guarded: false }),
      };
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
   * Returns the secrets for Windows, only to the boot that holds the commit.
   * @throws AgentRefused COMMIT_REFUSED before the commit
   */
  async windowsSecrets(
    caller: AgentCaller,
    nonce: string,
  ): Promise<WindowsSecrets & { installId: string; imageSha256: string; upToken: string }> {
    const { installId, imageSha256 } = await this.authoriseCommitted(caller, nonce);
    const secrets = await this.installs.windowsSecrets(installId);
    const upToken = windowsUpToken(caller.token);
    const upTokenHash = sha256Hex(upToken);
    await this.installs.changeState(installId, (seen) => ({ ...seen, upTokenHash }));
    return { ...secrets, installId, imageSha256, upToken };
  }

  /**
   * Returns the settings for Linux, only to the boot that holds the commit; `null` if Windows is installed.
   * @throws AgentRefused COMMIT_REFUSED before the commit
   */
  async linuxSecrets(caller: AgentCaller, nonce: string): Promise<LinuxConfiguration | null> {
    const { installId, kind } = await this.authoriseCommitted(caller, nonce);
    if (kind !== 'linux') return null;
    return { installId, ...(await this.installs.linuxSecrets(installId)) };
  }

  private async authoriseCommitted(caller: AgentCaller, nonce: string): Promise<AgentInstall> {
    const install = await this.authorise(caller);
    if (!COMMITTED.includes(install.status) || install.state.commitNonce !== nonce)
      throw new AgentRefused('COMMIT_REFUSED');
    return install;
  }

  /**
   * Records the end of Windows' first start, the name of its administrator account, the network settings that failed
   * and the outcome of each other setting. The report is no proof that the install succeeded, because Windows may be
   * about to restart.
   */
  async windowsUp(
    installId: string,
    upToken: string,
    { account: reported, problems, settings }: WindowsReport = {},
  ): Promise<void> {
    const install = await this.installs.findReported(installId);
    if (!install || !LIVE.includes(install.status)) throw new AgentRefused('AGENT_TOKEN_INVALID');
    if (!equalInConstantTime(sha256Hex(upToken), install.state.upTokenHash ?? '')) {
      throw new AgentRefused('AGENT_TOKEN_INVALID');
    }
    const at = this.at();
    const account = accountName(reported);
    await this.installs.changeState(installId, (state) =>
      state.windowsUpAt === null && state.commitNonce !== null
        ? {
            ...state,
            windowsUpAt: at,
            ...(account && { account }),
            log: [
              ...state.log,
              ...reportLines(problems, 1, install.secrets),
              ...reportLines(settings, MAX_SETTINGS, install.secrets),
            ],
          }
        : null,
    );
  }

  /**
   * Tells Windows' task whether the sign-in was proven, so that licence key and script may be used, and logs the first
   * outcome of each.
   * @param outcomes empty while they wait
   * @throws AgentRefused if the install ended without Windows
   */
  async afterProof(
    installId: string,
    upToken: string,
    outcomes: { licence?: unknown; script?: unknown },
  ): Promise<'pending' | 'proven'> {
    const install = await this.installs.findReported(installId);
    const isOpen = install && (LIVE.includes(install.status) || install.status === 'completed');
    if (!isOpen || !equalInConstantTime(sha256Hex(upToken), install.state.upTokenHash ?? ''))
      throw new AgentRefused('AGENT_TOKEN_INVALID');
    if (install.status !== 'completed') return 'pending';
    const linesOf = (outcome: unknown, title: string, max: number) =>
      reportLines(outcome, max, install.secrets).map((line) => `Windows: ${title}: ${line}`);
    const licence = linesOf(outcomes.licence, 'Licence key', 1);
    const script = linesOf(outcomes.script, 'First-start script', MAX_SCRIPT_LINES);
    const at = this.at();
    await this.installs.changeState(installId, (state) => {
      if (script.length > 0 && !state.scriptAt)
        return { ...state, scriptAt: at, log: [...state.log, ...script] };
      if (licence.length > 0 && !state.licenceAt)
        return { ...state, licenceAt: at, log: [...state.log, ...licence] };
      return null;
    });
    return 'proven';
  }

  /**
   * Tells Windows' task what to do with the boot guard: `wait` for the end of the install, `keep` the recovery system,
   * or `remove` everything, also of an install that no longer exists.
   * @param reported `kept` or `removed` once that is done
   * @throws AgentRefused for another token
   */
  async guardTask(
    installId: string,
    upToken: string,
    reported: unknown,
  ): Promise<'wait' | 'keep' | 'remove'> {
    const install = await this.installs.findReported(installId);
    if (!install) return 'remove';
    if (!equalInConstantTime(sha256Hex(upToken), install.state.upTokenHash ?? ''))
      throw new AgentRefused('AGENT_TOKEN_INVALID');
    const at = this.at();
    if (reported === 'removed') {
      if (install.keepsRecovery)
        await this.installs.changeState(installId, (state) => ({
          ...state,
          guarded: false,
          kept: { removedAt: at, ...state.kept },
        }));
      return 'remove';
    }
    if (LIVE.includes(install.status)) return 'wait';
    const { kept } = install.state;
    if (install.status !== 'completed' || !install.keepsRecovery || kept?.removalRequestedAt)
      return 'remove';
    if (reported === 'kept' && !kept?.since)
      await this.installs.changeState(installId, (state) => ({
        ...state,
        kept: { since: at, ...state.kept },
      }));
    return 'keep';
  }

  /** Checks the caller's address. Until the first check-in, every new address of the VPS is recorded. */
  private async isItsVps(
    { installId, addresses, state }: AgentInstall,
    address: string,
  ): Promise<boolean> {
    if (!state.addresses || isSameNetwork(address, [...addresses, ...state.addresses])) return true;
    if (state.checkedInAt !== null) return false;
    const noted = await this.installs.changeState(installId, (seen) => {
      const known = seen.addresses ?? [];
      const full = seen.checkedInAt !== null || known.length >= MAX_ADDRESSES;
      return full || isSameNetwork(address, known)
        ? null
        : { ...seen, addresses: [...known, address] };
    });
    return isSameNetwork(address, noted.addresses ?? []);
  }

  private at(): string {
    return this.now().toISOString();
  }
}

/** Splits text reported by Windows into lines that can be stored. */
const reportLines = (text: unknown, max: number, secrets: readonly (string | null)[]): string[] =>
  typeof text === 'string' && text !== ''
    ? // Redacted before it is shortened, because half a secret would not be recognised.
      redact(text, secrets)
        .split('\n', max)
        .map((line) => shortText(line.trim()))
        .filter((line) => line !== '')
    : [];

/**
 * Whether an address is in the same /24 (IPv6: /64) as a known address. Provider NAT and IPv6 privacy addresses stay
 * within these networks.
 */
export function isSameNetwork(address: string, known: readonly string[]): boolean {
  const near = new BlockList();
  for (const one of known) {
    if (isIPv6(one)) near.addSubnet(one, 64, 'ipv6');
    else near.addSubnet(one, 24, 'ipv4');
  }
  return near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Separate token for Windows' first report. It is stored on the disk of a running Windows for a short time and must
 * not open the image or the password. It is derived from the stage's token, so that it is stable and cannot be
 * computed from the database.
 */
export const windowsUpToken = (agentToken: string): string =>
  createHash('sha256').update(`windows-up:${agentToken}`).digest('base64url');

/** Token of the recovery system, derived like that of windowsUpToken. It lies on the disk that others may read. */
export const recoveryToken = (agentToken: string): string =>
  createHash('sha256').update(`recovery:${agentToken}`).digest('base64url');

/**
 * Token of the stage that a recovery system runs for another install. Derived, so that a repeated report gets the same
 * job. It requires the secret `bootId` because others may read the recovery token on the disk.
 */
export const tokenFromRecovery = (recovery: string, bootId: string, installId: string): string =>
  createHash('sha256').update(`again:${installId}:${bootId}:${recovery}`).digest('base64url');

/** Returns `null` if the commit was already granted, see closeCommit. */
export const closed = (state: AgentState, failure: RecordedFailure): AgentState | null =>
  state.commitNonce === null ? { ...state, commitClosed: true, closedWith: failure } : null;

/** Repeated complaints keep the time of the first one. */
function complaint(state: AgentState, request: FailureRequest, now: string): AgentFailure {
  const { code, detail, final } = request;
  const { at, bytesDone } =
    state.failed && !state.failed.final && !final
      ? state.failed
      : { at: now, bytesDone: state.bytesDone };
  return { code, detail, final, at, bytesDone };
}

/** A complaint is resolved by progress since it began. */
const overcome = ({ failed }: AgentState, { bytes_done: bytes }: ProgressRequest): boolean =>
  failed !== null && !failed.final && bytes > failed.bytesDone;

/** Reaching a later event also clears an earlier complaint. */
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

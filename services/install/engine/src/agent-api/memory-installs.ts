import { randomToken, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { InstallStatus } from '@casement/proto/http/install/install.js';
import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { LinuxConfiguration } from '../linux/cloud-init.js';
import type { RecordedFailure } from '../failures/engine-error.js';
import { AgentSession } from './agent-session.js';
import { NEW_AGENT_STATE, rebuiltState, type AgentState } from './agent-state.js';
import type {
  AgentInstall,
  AgentRepository,
  AgentView,
  ReportedInstall,
  WindowsSecrets,
} from './ports.js';

interface StoredInstall {
  installId: string;
  kind: ImageKind;
  addresses: readonly string[];
  armed: boolean;
  guard: boolean;
  keepsRecovery: boolean;
  fetched: number;
  tokenHash: string;
  recoveryTokenHash: string | null;
  status: InstallStatus;
  imageSha256: string;
  state: AgentState;
  secrets: () => WindowsSecrets;
  /** Settings of a Linux; missing for Windows. */
  linux?: () => Omit<LinuxConfiguration, 'installId'>;
}

/** Stores installs in memory, for the command line and tests. */
export class MemoryInstalls implements AgentRepository, AgentView {
  private readonly installs = new Map<string, StoredInstall>();
  private readonly session = new AgentSession(this);

  add(
    install: Pick<StoredInstall, 'installId' | 'imageSha256' | 'secrets'> &
      Partial<Pick<StoredInstall, 'addresses' | 'armed' | 'guard' | 'keepsRecovery' | 'linux'>>,
  ): void {
    this.installs.set(install.installId, {
      kind: install.linux ? 'linux' : 'windows',
      addresses: [],
      armed: true,
      guard: false,
      keepsRecovery: false,
      ...install,
      fetched: 0,
      tokenHash: '',
      recoveryTokenHash: null,
      status: 'preparing',
      state: NEW_AGENT_STATE,
    });
  }

  setStatus(installId: string, status: InstallStatus): void {
    this.get(installId).status = status;
  }

  issueToken(installId: string): Promise<string> {
    const token = randomToken();
    this.get(installId).tokenHash = sha256Hex(token);
    return Promise.resolve(token);
  }

  findByToken(tokenHash: string): Promise<AgentInstall | null> {
    const all = [...this.installs.values()];
    return Promise.resolve(all.find((install) => install.tokenHash === tokenHash) ?? null);
  }

  findById(installId: string): Promise<AgentInstall | null> {
    return Promise.resolve(this.installs.get(installId) ?? null);
  }

  findReported(installId: string): Promise<ReportedInstall | null> {
    const install = this.installs.get(installId);
    if (!install) return Promise.resolve(null);
    const { rdpPassword, settings } = install.secrets();
    const secrets = [
      rdpPassword,
      settings?.account?.password ?? null,
      settings?.productKey ?? null,
    ];
    return Promise.resolve({ ...install, secrets });
  }

  grantCommit(
    installId: string,
    bootNonce: string,
    state: AgentState,
    recoveryTokenHash: string | null,
  ): Promise<boolean> {
    const install = this.get(installId);
    const { bootNonce: seen, commitNonce, commitClosed } = install.state;
    const granted =
      install.status === 'preparing' && seen === bootNonce && commitNonce === null && !commitClosed;
    if (granted) Object.assign(install, { status: 'running', state, recoveryTokenHash });
    return Promise.resolve(granted);
  }

  isRecoveryToken(installId: string, tokenHash: string): boolean {
    return this.get(installId).recoveryTokenHash === tokenHash;
  }

  changeState(
    installId: string,
    change: (state: AgentState) => AgentState | null,
  ): Promise<AgentState> {
    const install = this.get(installId);
    install.state = change(install.state) ?? install.state;
    return Promise.resolve(install.state);
  }

  addFetched(installId: string, bytes: number, limit: number): Promise<boolean> {
    const install = this.get(installId);
    const fetched = install.fetched + bytes;
    if (fetched > limit) return Promise.resolve(false);
    install.fetched = fetched;
    return Promise.resolve(true);
  }

  linuxSecrets(installId: string): Promise<Omit<LinuxConfiguration, 'installId'>> {
    return Promise.resolve(this.get(installId).linux!());
  }

  windowsSecrets(installId: string): Promise<WindowsSecrets> {
    return Promise.resolve(this.get(installId).secrets());
  }

  state(installId: string): Promise<AgentState> {
    return Promise.resolve(this.get(installId).state);
  }

  reset(installId: string): Promise<void> {
    const install = this.get(installId);
    install.state = rebuiltState(install.state);
    return Promise.resolve();
  }

  closeCommit(installId: string, _epoch: number, failure: RecordedFailure): Promise<boolean> {
    return this.session.closeCommit(installId, failure);
  }

  private get(installId: string): StoredInstall {
    const install = this.installs.get(installId);
    if (!install) throw new Error(`no such install: ${installId}`);
    return install;
  }
}

import type { RecordedFailure } from '../failures/engine-error.js';
import type { InstallPhase } from '@casement/proto/http/install/install.js';
import type { Shape } from '../rdp/credssp.js';
import type { Plan } from '../machine/plan.js';
import type { Check } from '../preflight/check.js';
import type { BootWay } from '../machine/boot-way.js';
import type { SshAccount } from '../ssh/with-linux.js';
import type { OriginPlan } from '../stage/job-files.js';

export interface ConvertJob {
  installId: string;
  host: string;
  /** Of remote desktop. */
  port: number;
  ssh: SshAccount;
  /** SHA-256 of the manifest. */
  imageSha256: string;
  /** Address under which the VPS reaches the API: scheme, host and port, no trailing slash. */
  agentUrl: string;
  boot: 'auto' | BootWay;
}

/** Proof that remote desktop works: see installRdp of proto/http/install/install.ts. */
export interface RdpProof {
  account: string;
  port: number;
  proof: 'password_accepted' | 'handshake';
  provenAt: string;
  /** Certificate seen at the proof: pinned. */
  certificateSha256: string | null;
}

/** Attempts of the password so far: few because Windows locks the account. */
export interface SignInTries {
  /** AUTHENTICATE messages sent; a run that ended with another verdict counts as one. */
  count: number;
  /** Order of CredSSP's messages to begin with. Missing in installs of an older version. */
  from?: Shape;
  notBefore: string;
  failure: RecordedFailure;
}

/**
 * Steps in order; `review` and `restore` are the two exits. A step is repeated by whichever worker holds the install
 * until it moves on.
 */
export const STEPS = [
  'connect',
  'inspect',
  'probe',
  'prepare',
  'arm',
  'restart',
  'check-in',
  'commit',
  'write',
  'configure',
  'start',
  'verify',
  'review',
  'restore',
  'end',
] as const;
export type StepName = (typeof STEPS)[number];

export type ConvertStatus = 'preparing' | 'running' | 'manual_review' | 'completed' | 'failed';

/** Complete state of a running install as plain JSON: everything the next worker needs. */
export interface ConvertState {
  step: StepName;
  /** Start of this step (UTC ISO); its time limit spans all workers. */
  stepSince: string;
  status: ConvertStatus;
  /** Phase shown to the customer; after a failure, the phase it had reached. */
  phase: InstallPhase;
  failure: RecordedFailure | null;
  /** SSH host key, pinned at the first connection. */
  fingerprint: string | null;
  linuxBootId: string | null;
  osName: string | null;
  checks: Check[];
  plan: Plan | null;
  /** Download origins of the stage. Missing in installs of an older version, which use our own route. */
  origins?: OriginPlan;
  /** Download time estimated by the preflight. */
  expectedSeconds: number | null;
  stagePath: string | null;
  /** The restart may have been sent; from here on silence of the VPS counts as a restart. */
  restartSent?: boolean;
  /** The install was started over and may have left files on the VPS. */
  sentBefore: boolean;
  /** Condition of the VPS after a failure before the commit. */
  restored: Restored | null;
  /** Last answer on the port while remote desktop is awaited. */
  lastAnswer: string | null;
  /** The image has no NLA, so a handshake is the only proof. Missing in installs of an older version. */
  handshakeOnly?: boolean;
  signIns?: SignInTries | null;
  rdp?: RdpProof | null;
}

export interface Restored {
  /** Linux answers over SSH again, or was never left. */
  linux: boolean;
  /** Our files were removed. */
  clean: boolean;
  left: string[];
}

export function newConvertState(now: Date): ConvertState {
  return {
    step: 'connect',
    stepSince: now.toISOString(),
    status: 'preparing',
    phase: 'connecting',
    failure: null,
    fingerprint: null,
    linuxBootId: null,
    osName: null,
    checks: [],
    plan: null,
    expectedSeconds: null,
    stagePath: null,
    sentBefore: false,
    restored: null,
    lastAnswer: null,
    handshakeOnly: false,
    signIns: null,
    rdp: null,
  };
}

/** Whether our files may lie on the VPS: nothing is sent before there is a plan. */
export const mayHaveSent = ({ plan, sentBefore }: ConvertState): boolean =>
  plan !== null || sentBefore;

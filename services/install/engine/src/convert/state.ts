import type { RecordedFailure } from '../failures/engine-error.js';
import type { NetworkOptions } from '@casement/proto/http/install/network-options.js';
import type { InstallSsh } from '@casement/proto/http/install/linux.js';
import type { InstallPhase } from '@casement/proto/http/install/install.js';
import type { Shape } from '../rdp/credssp.js';
import { planWithoutLinux, type Plan } from '../machine/plan.js';
import type { Check } from '../preflight/check.js';
import type { BootMethod } from '../machine/boot-method.js';
import type { SshAccount } from '../ssh/with-linux.js';
import type { OriginPlan } from '../stage/job-files.js';

export interface ConvertJob {
  installId: string;
  host: string;
  /** Port at which customers reach remote desktop. */
  port: number;
  ssh: SshAccount;
  /** SHA-256 of the manifest. */
  imageSha256: string;
  /** URL under which the VPS reaches the API: scheme, host and port, no trailing slash. */
  agentUrl: string;
  boot: 'auto' | BootMethod;
  /** Customer's network settings. */
  network?: NetworkOptions;
  /** Whether GRUB guards the first starts of Windows. */
  guard?: boolean;
}

/** Proof that remote desktop works, see installRdp of proto/http/install/install.ts. */
export interface RdpProof {
  account: string;
  port: number;
  proof: 'password_accepted' | 'handshake';
  provenAt: string;
  /** Certificate seen when the password was verified; pinned afterwards. */
  certificateSha256: string | null;
}

/** Access to a machine that returns to Linux, without secrets. */
export interface LinuxProof {
  /** Fingerprint `SHA256:…` of the host key that we gave to the machine. */
  hostKey: string;
  /** `null` until proven, see installSsh of proto/http/install/linux.ts. */
  proof: InstallSsh['proof'];
  provenAt: string | null;
}

/** Password attempts so far. Limited because Windows locks the account. */
export interface SignInTries {
  /** AUTHENTICATE messages sent; a run that ended with another verdict counts as one. */
  count: number;
  /** CredSSP message order to try first. Missing in installs of an older version. */
  from?: Shape;
  notBefore: string;
  failure: RecordedFailure;
}

/**
 * Steps in order; `review` and `restore` are the two exits. A step is repeated by the worker that holds the install
 * until it advances.
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

/** Complete state of a running install as plain JSON, sufficient for any worker to continue. */
export interface ConvertState {
  step: StepName;
  /** Start of this step (UTC ISO). Its time limit spans all workers. */
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
  /** Set when the restart may have been sent; from then on silence of the VPS counts as a restart. */
  restartSent?: boolean;
  /** Set when the install was restarted and may have left files on the VPS. */
  sentBefore: boolean;
  /** Condition of the VPS after a failure before the commit. */
  restored: Restored | null;
  /** Last response on the port while waiting for remote desktop. */
  lastAnswer: string | null;
  /** Set if the image has no NLA, so that a handshake is the only proof. Missing in installs of an older version. */
  handshakeOnly?: boolean;
  signIns?: SignInTries | null;
  rdp?: RdpProof | null;
  /** Missing unless the machine returns to Linux, whose steps then wait for its SSH. */
  linux?: LinuxProof;
  /** Boot of the recovery system that runs the stage, because the machine has no Linux. Missing in other installs. */
  recoveryBoot?: string;
}

export interface Restored {
  /** True if Linux responds over SSH or the VPS was never restarted. */
  linux: boolean;
  /** Whether our files were removed. */
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

/** Returns the state of an install that a recovery system runs, with the findings of the machine's earlier install. */
export function recoveryState(
  { checks, osName, origins, plan }: ConvertState & { plan: Plan },
  recoveryBoot: string,
  now: Date,
): ConvertState {
  return {
    ...newConvertState(now),
    step: 'prepare',
    phase: 'preparing',
    checks,
    osName,
    ...(origins && { origins }),
    plan: planWithoutLinux(plan),
    recoveryBoot,
  };
}

/** Whether our files may be on the VPS; they are never sent before a plan exists, and never to a recovery system. */
export const mayHaveLeftFiles = ({ plan, sentBefore, recoveryBoot }: ConvertState): boolean =>
  recoveryBoot === undefined && (plan !== null || sentBefore);

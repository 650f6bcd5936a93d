import type { RecordedFailure } from '../failures/engine-error.js';
import type { InstallPhase } from '@casement/proto/http/install.js';
import type { Plan } from '../machine/plan.js';
import type { Check } from '../preflight/check.js';
import type { BootWay } from '../machine/boot-way.js';
import type { SshAccount } from '../ssh/with-linux.js';
import type { OriginPlan } from '../stage/job-files.js';

/** What an install was asked to do; never changes. */
export interface ConvertJob {
  installId: string;
  host: string;
  /** Of remote desktop. */
  port: number;
  ssh: SshAccount;
  /** The image's manifest. */
  imageSha256: string;
  /** Where the VPS reaches us: scheme, host and port, no slash at the end. */
  agentUrl: string;
  boot: 'auto' | BootWay;
}

/** What is proven of remote desktop: see installRdp of proto/http/install.ts. */
export interface RdpProof {
  account: string;
  port: number;
  proof: 'password_accepted' | 'handshake';
  provenAt: string;
  /** Of the certificate that was shown then: pinned. */
  certificateSha256: string | null;
}

/** The tries of the password so far: few, since Windows locks an account after some wrong ones. */
export interface SignInTries {
  count: number;
  /** No other before this moment. */
  notBefore: string;
  /** What the last one was called. */
  failure: RecordedFailure;
}

/**
 * The steps in their order; `review` and `restore` are the two ways out. A step is run again and again until it
 * moves on, by whichever worker holds the install then.
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

/** As an install's record shows it. */
export type ConvertStatus = 'preparing' | 'running' | 'manual_review' | 'completed' | 'failed';

/** All that is known of an install under way, as plain JSON: what one worker leaves for the next. */
export interface ConvertState {
  step: StepName;
  /** When this step was entered (UTC ISO): its time limit counts from here, over all workers. */
  stepSince: string;
  status: ConvertStatus;
  /** Where it stands in the customer's eyes; after a failure, where it stood. */
  phase: InstallPhase;
  failure: RecordedFailure | null;
  /** The VPS's host key, pinned at the first connection. */
  fingerprint: string | null;
  /** The boot of Linux that was examined. */
  linuxBootId: string | null;
  osName: string | null;
  checks: Check[];
  plan: Plan | null;
  /** From where the stage fetches the image. Missing in what an older version began: by our own route alone. */
  origins?: OriginPlan;
  /** How long fetching the image will take, by what the preflight measured. */
  expectedSeconds: number | null;
  stagePath: string | null;
  /** The VPS was reached for the restart, which may have been sent; from here on its silence is taken for one. */
  restartSent?: boolean;
  /** The install was started over, and what it sent before that may lie on the VPS. */
  sentBefore: boolean;
  /** After a failure before the commit: what became of the VPS. */
  restored: Restored | null;
  /** What answered on the port last, while remote desktop is awaited. */
  lastAnswer: string | null;
  /** The image has no NLA: a handshake is all the proof there is. Missing in what an older version began. */
  handshakeOnly?: boolean;
  signIns?: SignInTries | null;
  rdp?: RdpProof | null;
}

export interface Restored {
  /** Linux answers again over SSH (or was never left). */
  linux: boolean;
  /** Nothing of ours is left on it. */
  clean: boolean;
  /** Paths that may remain. */
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

/** Whether anything of ours may lie on the VPS: before there is a plan, nothing is sent. */
export const mayHaveSent = ({ plan, sentBefore }: ConvertState): boolean =>
  plan !== null || sentBefore;

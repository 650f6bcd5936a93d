import { imageTotals, isData } from '@casement/windows-image/store/manifest.js';
import { EngineError } from '../../failures/engine-error.js';
import { vpsScript } from '../../scripts.js';
import { withNetworkOptions } from '../../machine/network-plan.js';
import { makePlan } from '../../machine/plan.js';
import { windowsPort } from '../../machine/windows-port.js';
import type { Check } from '../../preflight/check.js';
import { parseFacts } from '../../machine/facts.js';
import { evaluate } from '../../preflight/evaluate.js';
import { requireManifest } from '../../preflight/examine.js';
import {
  evaluateReach,
  fetchSeconds,
  parseReach,
  planOrigins,
  probeVariables,
  sampleChunks,
} from '../../preflight/reach.js';
import { sendToolkit } from '../../stage/toolkit.js';
import { withExaminedLinux, withLinux, type Step } from '../context.js';

/** Signs in once, so that a wrong address or password is distinguishable from later failures. */
export const connect: Step = (context) =>
  withLinux(context, (linux) =>
    Promise.resolve({
      next: 'inspect',
      learned: { fingerprint: linux.fingerprint, linuxBootId: linux.bootId },
    }),
  );

/** Examines the VPS without changing it, evaluates the result and plans the install. */
export const inspect: Step = (context) =>
  withLinux(context, async (linux) => {
    const { job, ports } = context;
    const manifest = await requireManifest(ports.images, job.imageSha256);
    const { stdout } = await linux.read(await vpsScript('facts'));
    const facts = withNetworkOptions(parseFacts(stdout), job.network ?? {});
    const entered = { address: job.host, sshPort: job.ssh.port, rdpPort: job.port };
    const settings = { ...ports.settings.preflight, boot: job.boot, guard: job.guard, entered };
    const checks = evaluate(facts, manifest, settings, ports.now(), await ports.versions());
    const learned = {
      checks,
      osName: facts.osName,
      linuxBootId: linux.bootId,
      handshakeOnly: manifest.rdpProof === 'handshake',
    };
    const refusal = checks.find((check) => check.result === 'refused');
    if (refusal) throw new Refused(refusal, checks);
    const rdpPort = windowsPort(facts, entered) ?? job.port;
    const plan = { ...makePlan(facts, job.boot, job.network), rdpPort };
    return { next: 'probe', learned: { ...learned, plan } };
  });

/** Lets the VPS download a sample of the image with our own tools, as the last check of the preflight. */
export const probe: Step = async (context) => {
  const toolkit = await context.ports.toolkit();
  return withExaminedLinux(context, async (linux) => {
    const { job, state, ports, worker } = context;
    const manifest = await requireManifest(ports.images, job.imageSha256);
    await sendToolkit(linux, toolkit, state.plan?.toolsInMemory ?? false);
    const sample = sampleChunks(manifest.chunks.filter(isData));
    const answer = await linux.change(
      'probe',
      {
        ...probeVariables(job.agentUrl, sample, await ports.origins.having(job.imageSha256)),
        TOKEN: await ports.issueAgentToken(job.installId, worker.epoch),
      },
      { code: 'REMOTE_FAILED', what: 'testing the network', timeoutMs: 5 * 60_000 },
    );
    const reach = parseReach(answer);
    const { fetchBytes } = imageTotals(manifest);
    const checks = [...state.checks, ...evaluateReach(reach, fetchBytes)];
    const refusal = checks.find((check) => check.result === 'refused');
    if (refusal) throw new Refused(refusal, checks);
    const origins = planOrigins(reach);
    const expectedSeconds = fetchSeconds(origins.rate, fetchBytes);
    return { next: 'prepare', learned: { checks, expectedSeconds, origins } };
  });
};

/** Rejection of the VPS by the preflight. Carries all checks instead of only the first rejection. */
export class Refused extends EngineError {
  constructor(
    check: Check,
    readonly checks: Check[],
  ) {
    super(check.code ?? 'ENGINE_FAULT');
    this.failure.message = check.message ?? this.failure.message;
    this.failure.cure = check.cure ?? this.failure.cure;
  }
}

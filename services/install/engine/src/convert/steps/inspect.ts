import { EngineError } from '../../failures/engine-error.js';
import { vpsScript } from '../../scripts.js';
import { makePlan } from '../../machine/plan.js';
import type { Check } from '../../preflight/check.js';
import { parseFacts } from '../../machine/facts.js';
import { evaluate } from '../../preflight/evaluate.js';
import { withLinux, type Step, type StepContext } from '../context.js';

/** Examines the VPS without changing anything, evaluates it, and plans what will be done. */
export const inspect: Step = (context) =>
  withLinux(context, async (linux) => {
    const { job, ports } = context;
    const manifest = await manifestOf(context);
    const { stdout } = await linux.read(await vpsScript('facts'));
    const facts = parseFacts(stdout);
    const settings = { ...ports.settings.preflight, boot: job.boot };
    const checks = evaluate(facts, manifest, settings, ports.now(), await ports.versions());
    const learned = {
      checks,
      osName: facts.osName,
      linuxBootId: linux.bootId,
      handshakeOnly: manifest.rdpProof === 'handshake',
    };
    const refusal = checks.find((check) => check.result === 'refused');
    if (refusal) throw new Refused(refusal, checks);
    return { next: 'probe', learned: { ...learned, plan: makePlan(facts, job.boot) } };
  });

/** The preflight refuses the VPS; every check is kept, not only the first refusal. */
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

/** @throws EngineError IMAGE_MISSING */
export async function manifestOf({ job, ports }: StepContext) {
  const manifest = await ports.images.readManifest(job.imageSha256);
  if (!manifest) throw new EngineError('IMAGE_MISSING', {}, { detail: job.imageSha256 });
  return manifest;
}

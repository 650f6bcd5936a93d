import { imageTotals, isData } from '@casement/windows-image/store/manifest.js';
import {
  evaluateReach,
  fetchSeconds,
  parseReach,
  planOrigins,
  sampleChunks,
} from '../../preflight/reach.js';
import { sendToolkit } from '../../stage/toolkit.js';
import { withExaminedLinux, type Step } from '../context.js';
import { manifestOf, Refused } from './inspect.js';

/** Lets the VPS fetch a little of the image with our own tools: the last question of the preflight. */
export const probe: Step = async (context) => {
  const toolkit = await context.ports.toolkit();
  return withExaminedLinux(context, async (linux) => {
    const { job, state, ports, worker } = context;
    const manifest = await manifestOf(context);
    await sendToolkit(linux, toolkit);
    const sample = sampleChunks(manifest.chunks.filter(isData));
    const answer = await linux.change(
      'probe',
      {
        API_URL: `${job.agentUrl}/api/install/agent`,
        IMAGE_URL: `${job.agentUrl}/images/chunks`,
        TOKEN: await ports.issueAgentToken(job.installId, worker.epoch),
        CHUNKS: sample.map(({ zstd, zstdBytes }) => `${zstd}:${zstdBytes}`).join(' '),
        ORIGINS: (await ports.origins.having(job.imageSha256)).join(' '),
      },
      { code: 'REMOTE_FAILED', what: 'the network was tried', timeoutMs: 5 * 60_000 },
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

import type { AgentFailure, AgentState } from '../../agent-api/agent-state.js';
import { EngineError } from '../../failures/engine-error.js';
import type { Step, StepContext } from '../context.js';
import type { ConvertState } from '../state.js';

/** Monitors the stage while it replaces the disk and reads it back. */
export const write: Step = async (context) => {
  const agent = await context.reported();
  if (agent.verifiedAt !== null) return { next: 'configure' };
  refuseIfStuck(context, agent);
  return { nextRunInMs: context.ports.settings.pollMs };
};

/** Monitors the stage while it configures Windows and restarts into it. */
export const configure: Step = async (context) => {
  const agent = await context.reported();
  if (agent.restartingAt !== null) return { next: 'start' };
  refuseIfStuck(context, agent);
  // The last report before the restart may be lost, so half the silence limit counts as a restart.
  if (
    agent.configuredAt !== null &&
    silentFor(context, agent) > context.ports.settings.silenceMs / 2
  ) {
    return { next: 'start' };
  }
  return { nextRunInMs: context.ports.settings.pollMs };
};

/** @throws EngineError if the stage gave up, makes no progress, or is silent for too long */
function refuseIfStuck(context: StepContext, agent: AgentState): void {
  const { settings } = context.ports;
  const { failed } = agent;
  if (failed) {
    const lasting = context.ports.now().getTime() - Date.parse(failed.at);
    if (failed.final || lasting > settings.stuckMs) {
      throw stageFailure(failed, context.state);
    }
  }
  if (silentFor(context, agent) > settings.silenceMs) throw new EngineError('AGENT_LOST');
}

export const stageFailure = (
  { code, detail }: AgentFailure,
  { linux }: Pick<ConvertState, 'linux'>,
): EngineError => {
  const named = linux && code === 'CONFIGURE_FAILED' ? 'LINUX_NOT_CONFIGURED' : code;
  return new EngineError(named, { what: detail }, { detail });
};

const silentFor = ({ ports, state }: StepContext, agent: AgentState): number =>
  ports.now().getTime() - Date.parse(agent.reportedAt ?? state.stepSince);

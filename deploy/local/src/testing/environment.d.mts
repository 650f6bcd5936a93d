/** Types for the spec file. Jest loads environment.mjs directly. */
export default class Environment {
  constructor(config: { projectConfig: object });
  getVmContext(): object;
  teardown(): Promise<void>;
}

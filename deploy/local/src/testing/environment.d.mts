/** For the spec beside it: Jest loads environment.mjs as it is. */
export default class Environment {
  constructor(config: { projectConfig: object });
  getVmContext(): object;
  teardown(): Promise<void>;
}

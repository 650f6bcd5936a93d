/** SQL condition: the job has not ended. */
export const OPEN = `status IN ('queued', 'running')`;

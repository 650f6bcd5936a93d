/** Reads a variable set by Jest's globalSetup of the medium tests. */
export function requiredEnv(
  name: 'TEST_POSTGRES_URL' | 'TEST_NATS_URL' | 'TEST_POOLER_URL',
): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this test with the medium project`);
  return value;
}

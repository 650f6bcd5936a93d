// HEALTHCHECK of the image, which queries the process's readiness endpoint.
const { HTTP_PORT = '3000' } = process.env;
const address = `http://127.0.0.1:${HTTP_PORT}/health/ready`;
try {
  const { ok } = await fetch(address, { signal: AbortSignal.timeout(3_500) });
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}

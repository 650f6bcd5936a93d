// Loaded before the service in a process that a test starts. However the test's own process ends, also by kill -9, the
// pipe between them closes: without it this one would live on.
process.stdin.on('close', () => process.exit(1)).resume();

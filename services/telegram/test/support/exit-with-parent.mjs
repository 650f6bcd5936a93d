// Loaded before the service in a process started by a test. When the test's process ends, even by kill -9, the pipe
// between them closes. Otherwise this process would keep running.
process.stdin.on('close', () => process.exit(1)).resume();

// Loaded before billing in a process that a test starts. When the test's process ends, even by SIGKILL, the pipe
// between them closes and this process exits. Otherwise it would keep running.
process.stdin.on('close', () => process.exit(1)).resume();

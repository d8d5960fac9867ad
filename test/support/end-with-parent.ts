// A test process whose vitest was killed would go on until its last test is through. It ends at once instead;
// by a signal, because vitest takes process.exit away from tests.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// A test process whose vitest was killed would continue until its last test is through. It ends at once instead;
// by a signal, because vitest takes process.exit away from tests.
function endWithParent(): void {
  process.kill(process.pid, 'SIGKILL');
}

// This is read again for each file of the process.
if (!process.listeners('disconnect').some(({ name }) => name === endWithParent.name)) {
  process.once('disconnect', endWithParent);
}

import { readSettings, serve } from '@backroom/composition';

// One server process that tells where it listens, and compares balances with the ledger when it is asked to.
const server = await serve(readSettings(), { migrate: true });
process.on('message', async () => {
  const { core, actor } = server.application;
  process.send?.({ differences: await core.inventory.verifyStock(await actor('system'), {}) });
});
process.send?.({ url: server.url });

import { flushCompileCache } from 'node:module';
import { readSettings, serve } from '@backroom/composition';

// One server process that tells where it listens, and compares balances with the ledger, and facts with the orders,
// when it is asked to.
const server = await serve(readSettings(), { migrate: true });
process.on('message', async () => {
  const { core, actor } = server.application;
  const system = await actor('system');
  const facts = await core.analytics.verifyAnalytics(system, {});
  process.send?.({ differences: [...(await core.inventory.verifyStock(system, {})), ...facts.differences] });
});
// Who is killed writes nothing at its end.
flushCompileCache();
process.send?.({ url: server.url });

import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { readSettings, serve } from '@backroom/composition';
import type { AccountRequest, MadeAccount } from './server-process.ts';

// One server process that prints its address, and compares balances with the ledger, and facts with the orders,
// on request. Accounts that replace ended ones are made here, past HTTP.
const server = await serve(readSettings(), { migrate: true });
const { core, actor } = server.application;
process.on('message', async (message: 'verify' | 'pairing code' | AccountRequest) => {
  if (message === 'verify') process.send?.({ differences: await differences() });
  else if (message === 'pairing code') process.send?.(await pairingCode());
  else process.send?.(await makeAccount(message));
});

async function pairingCode(): Promise<object> {
  return core.notifications.createPairingCode(await actor('system'), {});
}

async function differences(): Promise<readonly unknown[]> {
  const system = await actor('system');
  const facts = await core.analytics.verifyAnalytics(system, {});
  return [...(await core.inventory.verifyStock(system, {})), ...facts.differences];
}

async function makeAccount({ role, password }: AccountRequest): Promise<MadeAccount> {
  const system = await actor('system');
  const username = `${role}-${randomUUID()}`;
  const { user } = await core.identity.createUser(system, { username, password, role });
  const { accessToken: token } = await core.identity.issueTokenFor(system, { id: user.userId });
  const { secret } = await core.identity.createApplicationPassword(system, { userId: user.userId, name: 'made here' });
  return { username, token, applicationPassword: secret };
}

// A killed process writes nothing at its end.
flushCompileCache();
process.send?.({ url: server.url });

import { htmlPorts } from '@backroom/adapters-html';
import { SpoolMail } from '@backroom/adapters-mail';
import { memoryPorts } from '@backroom/adapters-memory';
import { nodePorts } from '@backroom/adapters-node';
import { outboundPorts } from '@backroom/adapters-outbound';
import { openDatabase, storesOf } from '@backroom/adapters-persistence';
import { createCore, defaultSettings as settings, trusted } from '@backroom/core';

const data = await openDatabase({ kind: 'memory' });
await data.migrate();
const stores = storesOf(data);
const memory = memoryPorts();
const core = createCore({
  ...stores,
  ...nodePorts({ tokenSecret: 'never-the-same-in-two-installations' }),
  ...memory,
  ...{ fixedDirectory: { settings: {} }, experiments: [], embedProviders: [], settings },
  ...htmlPorts(),
  mail: new SpoolMail('data/mail', { address: 'office@shop.example' }),
  ...outboundPorts(memory),
  ...{ tokenNames: { issuer: 'us', audience: 'us' }, build: { version: '1', commit: null, runtime: process.version } },
  ...{ apiDescription: () => ({}), shopDescription: () => ({}) },
});

const me = trusted(await stores.users.systemUser(), 'embedded');
const { item } = await core.inventory.createItem(me, { name: 'Desk lamp', quantity: 5_0000 });
const request = { type: 'issue', item: { id: item.id }, quantity: 2_0000 } as const;
const [issue] = (await core.inventory.recordOperation(me, request)).operations;
console.log(JSON.stringify({ balance: issue?.balanceAfter, at: issue?.recordedAt, source: issue?.source }));
await data.close();

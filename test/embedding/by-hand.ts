import { CountingIds, ManualClock, MemoryLog } from '@backroom/adapters-memory';
import {
  Argon2PasswordHasher,
  CommonPasswordList,
  JoseTokenSigner,
  NodeRandom,
  ringFromSecret,
} from '@backroom/adapters-node';
import * as stores from '@backroom/adapters-persistence';
import { createCore, defaultSettings, trusted } from '@backroom/core';

const database = await stores.openDatabase({ kind: 'memory' });
await database.migrate();
const users = new stores.MikroUserStore(database);
const core = createCore({
  ...{ clock: new ManualClock(), ids: new CountingIds(), random: new NodeRandom(), log: new MemoryLog() },
  ...{ passwords: new Argon2PasswordHasher(), commonPasswords: new CommonPasswordList() },
  ...{ tokens: new JoseTokenSigner(ringFromSecret('x'.repeat(32))), tokenNames: { issuer: 'us', audience: 'us' } },
  ...{ users, revocations: new stores.MikroRevocationStore(database), items: new stores.MikroItemStore(database) },
  ...{ categories: new stores.MikroCategoryStore(database), locations: new stores.MikroLocationStore(database) },
  ...{ ledger: new stores.MikroOperationLedger(database), idempotency: new stores.MikroIdempotencyStore(database) },
  ...{
    unitOfWork: database.unitOfWork,
    settings: defaultSettings,
    build: { version: '1', commit: null, runtime: 'node' },
  },
  ...{ probes: { database: () => database.answers(), pendingMigrations: () => database.pendingMigrations() } },
  apiDescription: () => ({}),
});

const me = trusted(await users.systemUser(), 'embedded');
const { item } = await core.inventory.createItem(me, { name: 'Desk lamp', quantity: 50_000 });
const { operations } = await core.inventory.recordOperation(me, {
  type: 'issue',
  item: { id: item.id },
  quantity: 20_000,
});
console.log(
  JSON.stringify({
    balance: operations[0]?.balanceAfter,
    at: operations[0]?.recordedAt,
    source: operations[0]?.source,
  }),
);
await database.close();

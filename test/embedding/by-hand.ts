import { CountingIds, ManualClock, MemoryLog } from '@backroom/adapters-memory';
import * as node from '@backroom/adapters-node';
import * as stores from '@backroom/adapters-persistence';
import { createCore, defaultSettings as settings, trusted } from '@backroom/core';

const data = await stores.openDatabase({ kind: 'memory' });
await data.migrate();
const ring = node.ringFromSecret('never-the-same-in-two-installations');
const { unitOfWork } = data;
const [clock, ids, log, random] = [new ManualClock(), new CountingIds(), new MemoryLog(), new node.NodeRandom()];
const idempotency = new stores.MikroIdempotencyStore(data);
const [users, revocations] = [new stores.MikroUserStore(data), new stores.MikroRevocationStore(data)];
const [passwords, commonPasswords] = [new node.Argon2PasswordHasher(), new node.CommonPasswordList()];
const [tokens, tokenNames] = [new node.JoseTokenSigner(ring), { issuer: 'us', audience: 'us' }];
const [items, categories] = [new stores.MikroItemStore(data), new stores.MikroCategoryStore(data)];
const [locations, ledger] = [new stores.MikroLocationStore(data), new stores.MikroOperationLedger(data)];
const build = { version: '1', commit: null, runtime: process.version };
const probes = { database: () => data.answers(), pendingMigrations: () => data.pendingMigrations() };
const kernel = { clock, ids, log, random, unitOfWork, idempotency, settings };
const identity = { users, revocations, passwords, commonPasswords, tokens, tokenNames };
const site = { build, probes, apiDescription: () => ({}) };
const core = createCore({ ...kernel, ...identity, items, categories, locations, ledger, ...site });

const me = trusted(await users.systemUser(), 'embedded');
const { item } = await core.inventory.createItem(me, { name: 'Desk lamp', quantity: 5_0000 });
const request = { type: 'issue', item: { id: item.id }, quantity: 2_0000 } as const;
const [issue] = (await core.inventory.recordOperation(me, request)).operations;
console.log(JSON.stringify({ balance: issue?.balanceAfter, at: issue?.recordedAt, source: issue?.source }));
await data.close();

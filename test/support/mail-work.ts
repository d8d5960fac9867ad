import { SmtpMail } from '@backroom/adapters-mail';
import { ManualClock, MemoryJobQueue, MemoryLog, MemoryRateLimiter } from '@backroom/adapters-memory';
import {
  CsvTables,
  freshSealingKey,
  HmacSignatures,
  NodeIds,
  NodeRandom,
  SealedBox,
  ShaSecretDigest,
  sealingKey,
} from '@backroom/adapters-node';
import { type Core, type CoreSettings, createCore, defaultSettings, type Ports } from '@backroom/core';
import type { MailTransport } from '@backroom/core/mail';
import type { PushMessage, PushNotifier } from '@backroom/core/notifications';
import { NOON } from '@backroom/testing/builders';
import { withStandIns } from './stand-ins.ts';
import type { Stores } from './stores.ts';

/** A core that sends mail by a real server, with the ports behind it. */
export interface MailWork {
  readonly core: Core;
  readonly ports: Ports;
  readonly clock: ManualClock;
  readonly log: MemoryLog;
  /** The mail server to send to from now on. */
  sendTo(url: string, timeoutMs?: number): void;
  /** Push messages that were delivered. */
  readonly pushed: PushMessage[];
  /** The outcome of push messages from now on. */
  answerPush(answer: (message: PushMessage) => Promise<void>): void;
}

const sender = { address: 'office@shop.example' };

/** Composes the core on these stores, with encryption, signatures, and a notifier that keeps its messages. */
export function mailWorkOn(stores: Stores, settings: Partial<CoreSettings> = {}): MailWork {
  const clock = new ManualClock(NOON);
  const log = new MemoryLog();
  const keys = { newest: sealingKey(freshSealingKey()), older: [] };
  let transport: MailTransport = new SmtpMail({
    url: 'smtp://127.0.0.1:9',
    sender,
    timeoutMs: 500,
    requiresTls: false,
  });
  const pushed: PushMessage[] = [];
  let answer = async (message: PushMessage): Promise<void> => void pushed.push(message);
  const mail: MailTransport = {
    get route() {
      return transport.route;
    },
    send: (message, attempt) => transport.send(message, attempt),
  };
  const pushNotifier: PushNotifier = { notify: (message) => answer(message) };
  const ports = {
    ...stores,
    ...{ clock, log, mail, pushNotifier, tables: new CsvTables(), random: new NodeRandom(), ids: new NodeIds() },
    ...{ jobQueue: new MemoryJobQueue(), rateLimiter: new MemoryRateLimiter(), secretDigest: new ShaSecretDigest() },
    secretBox: new SealedBox(() => keys),
    signatures: new HmacSignatures(() => [keys.newest.bytes]),
    settings: { ...defaultSettings, ...settings },
  } as unknown as Ports;
  return {
    core: createCore(withStandIns(ports)),
    ports,
    clock,
    log,
    pushed,
    sendTo(url, timeoutMs = 5_000) {
      transport = new SmtpMail({ url, sender, timeoutMs, requiresTls: false });
    },
    answerPush(next) {
      answer = next;
    },
  };
}

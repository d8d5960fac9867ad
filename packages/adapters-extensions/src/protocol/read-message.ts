import { isObject } from '@backroom/core/kernel';
import type { ProcessMessage, RefusalMessage, ServiceName } from './messages.ts';

type SentMembers = Readonly<Record<string, unknown>>;

/** Maximum characters of a text for logs, answers and the row of the extension; the rest is cut off. */
const LONGEST_TEXT = 2_000;
const levels = ['info', 'warn', 'error'] as const;

/** Reads a message of the process of an extension, which may send anything; undefined if it is malformed. */
export function readProcessMessage(sent: SentMembers): ProcessMessage | undefined {
  switch (sent.type) {
    case 'loaded':
      return { type: 'loaded', declaration: sent.declaration };
    case 'not loaded':
      return withText(sent.message, (message) => ({ type: 'not loaded', message }));
    case 'ask':
      return readAsk(sent);
    case 'result':
      return isId(sent.id) ? { type: 'result', id: sent.id, value: sent.value } : undefined;
    case 'refusal': {
      const refusal = readRefusal(sent.refusal);
      return isId(sent.id) && refusal ? { type: 'refusal', id: sent.id, refusal } : undefined;
    }
    case 'log': {
      const level = levels.find((each) => each === sent.level);
      return level && withText(sent.message, (message) => ({ type: 'log', level, message }));
    }
    case 'pong':
      return { type: 'pong' };
    default:
      return undefined;
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

const withText = <T>(value: unknown, make: (text: string) => T): T | undefined =>
  typeof value === 'string' ? make(value.slice(0, LONGEST_TEXT)) : undefined;

/** Unknown services are refused by what answers them. */
const readAsk = ({ id, service, input }: SentMembers): ProcessMessage | undefined =>
  isId(id) && typeof service === 'string' ? { type: 'ask', id, service: service as ServiceName, input } : undefined;

function readRefusal(sent: unknown): RefusalMessage | undefined {
  if (!isObject(sent)) return undefined;
  const { code, message } = sent;
  return withText(message, (text) => ({ ...(typeof code === 'string' && { code }), message: text }));
}

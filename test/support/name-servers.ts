import { createSocket } from 'node:dgram';
import { isIPv4, isIPv6 } from 'node:net';
import { decode, encode } from 'dns-packet';

/** A name server on this machine. */
export interface NameServer extends AsyncDisposable {
  /** As `nameServers` of the outbound client takes it. */
  readonly address: string;
  /** Names that were looked up, in order; two for each look-up, one for each kind of address. */
  readonly lookups: readonly string[];
}

/** The addresses of a name; `count` is the number of earlier look-ups of the same kind. No answer is sent for undefined. */
export type Zone = (name: string, count: number) => readonly string[] | undefined;

/** Starts a real name server that answers from this zone with a time to live of 0. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  const lookups: string[] = [];
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const { name, type } = question;
    const key = `${type} ${name}`;
    const addresses = zone(name, lookups.filter((each) => each === key).length);
    lookups.push(key);
    if (addresses === undefined) return;
    const fits = type === 'AAAA' ? isIPv6 : isIPv4;
    const answers = addresses.filter(fits).map((data) => ({ type: type as 'A' | 'AAAA', name, data, ttl: 0 }));
    socket.send(encode({ type: 'response', id: id ?? 0, flags: 0x0180, questions, answers }), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    lookups,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

import { setTimeout } from 'node:timers/promises';

/** One server-sent event. */
export interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly topics?: readonly string[]; readonly reason?: string };
}

/** Reads an event stream into a list until it is closed. */
export async function readEvents(url: string, headers: Readonly<Record<string, string>>) {
  const ended = new AbortController();
  const response = await fetch(`${url}/events`, { headers, signal: ended.signal });
  const events: SentEvent[] = [];
  const raw: string[] = [];
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      rest += decoder.decode(bytes as Uint8Array, { stream: true });
      const parts = rest.split('\n\n');
      rest = parts.pop() ?? '';
      raw.push(...parts);
      events.push(...parts.flatMap(eventIn));
    }
  };
  const reading = read().then(
    () => 'ended' as const,
    () => 'cut' as const,
  );
  const until = async (holds: () => boolean, millis = 2_000): Promise<boolean> => {
    const deadline = performance.now() + millis;
    while (!holds() && performance.now() < deadline) await setTimeout(20);
    return holds();
  };
  const topics = () => new Set(events.flatMap(({ data }) => data.topics ?? []));
  return { response, events, raw, reading, until, topics, close: () => ended.abort() };
}

function eventIn(text: string): readonly SentEvent[] {
  const fields = Object.fromEntries(
    text.split('\n').map((line) => /^([a-z]+): (.*)$/.exec(line)?.slice(1) ?? ['', '']),
  );
  return fields.event === undefined
    ? []
    : [{ id: fields.id ?? '', event: fields.event, data: JSON.parse(fields.data ?? '{}') }];
}

import type { Log, UnitOfWork } from '../ports.ts';

/**
 * The members of every event by its name. Each context adds its declared events (`events.ts`); a program may add its own by
 * the same means.
 */
// biome-ignore lint/suspicious/noEmptyInterface: contexts add their events by declaration merging.
export interface EventTypes {}

export type EventName = keyof EventTypes;

/** The event of one name: its members and `type`. */
export type EventOf<K extends EventName> = K extends EventName ? EventTypes[K] & { readonly type: K } : never;

/** A committed change; delivered after the unit of work has committed. */
export type DomainEvent = EventOf<EventName>;

/** Called for each event of one type; its errors are logged and not propagated. */
export type Listener<K extends EventName = EventName> = (event: EventOf<K>) => void | Promise<void>;

/** In-process events: each listener is called once per event, after commit. */
export interface Events {
  /** Publishes an event; it is delivered, and stored for extensions that listen, only if the surrounding unit of work commits. */
  publish(event: DomainEvent): void;
  /** Whether one of these types is stored in the unit of work that publishes it. */
  areStored(types: readonly EventName[]): boolean;
  /** Subscribes a listener to events of a type; returns the function that unsubscribes it. */
  on<K extends EventName>(type: K, listener: Listener<K>): () => void;
}

/** Stored copies of events, for processes that hear of them later. */
export interface EventOutbox {
  /** Whether events of this type are stored. */
  wants(type: EventName): boolean;
  /** Stores events of one unit of work inside of it. */
  store(events: readonly DomainEvent[]): Promise<void>;
}

/** Creates the events of one core. */
export function createEvents(unitOfWork: UnitOfWork, log: Log, outbox?: EventOutbox): Events {
  const store = (events: readonly DomainEvent[]) => outbox?.store(events) ?? Promise.resolve();
  const listeners = new Map<EventName, Set<Listener>>();
  const deliver = async (event: DomainEvent): Promise<void> => {
    for (const listener of listeners.get(event.type) ?? []) {
      try {
        await listener(event);
      } catch (cause) {
        log.error('listener failed', cause, { type: event.type });
      }
    }
  };
  return {
    publish(event) {
      if (outbox?.wants(event.type)) unitOfWork.gather(event, store);
      if (listeners.has(event.type)) unitOfWork.afterCommit(() => deliver(event));
    },
    areStored: (types) => outbox !== undefined && types.some((type) => outbox.wants(type)),
    on(type, listener) {
      const known = listeners.get(type) ?? new Set();
      listeners.set(type, known.add(listener as Listener));
      return () => void known.delete(listener as Listener);
    },
  };
}

import type { Log, UnitOfWork } from './ports.ts';

/** A committed change; delivered after the unit of work has committed. */
export interface DomainEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Called for each event of one type; its errors are logged and not propagated. */
export type Listener = (event: DomainEvent) => void | Promise<void>;

/** In-process events: each listener is called once per event, after commit. */
export interface Events {
  /** Publishes an event; it is delivered only if the surrounding unit of work commits. */
  publish(event: DomainEvent): void;
  /** Subscribes a listener to events of a type; returns the function that unsubscribes it. */
  on(type: string, listener: Listener): () => void;
}

/** Creates the events of one core. */
export function createEvents(unitOfWork: UnitOfWork, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>();
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
      if (listeners.has(event.type)) unitOfWork.afterCommit(() => deliver(event));
    },
    on(type, listener) {
      const known = listeners.get(type) ?? new Set();
      listeners.set(type, known.add(listener));
      return () => void known.delete(listener);
    },
  };
}

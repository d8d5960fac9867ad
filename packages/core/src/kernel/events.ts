import type { Log, UnitOfWork } from './ports.ts';

/** Something that has happened and cannot be taken back; delivered after the unit of work has committed. */
export interface DomainEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Called for each event of one type; what it throws is logged and goes no further. */
export type Listener = (event: DomainEvent) => void | Promise<void>;

/** Tells listeners in this process what happened, once each, after commit. */
export interface Events {
  /** Announces an event; listeners hear of it only if the surrounding unit of work commits. */
  publish(event: DomainEvent): void;
  /** Starts calling the listener for events of a type, and gives back the way to stop. */
  on(type: string, listener: Listener): () => void;
}

/** Events of one core; two cores share nothing. */
export function createEvents(unitOfWork: UnitOfWork, log: Log): Events {
  const listeners = new Map<string, Set<Listener>>();
  const tell = async (event: DomainEvent): Promise<void> => {
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
      if (listeners.has(event.type)) unitOfWork.afterCommit(() => tell(event));
    },
    on(type, listener) {
      const known = listeners.get(type) ?? new Set();
      listeners.set(type, known.add(listener));
      return () => void known.delete(listener);
    },
  };
}

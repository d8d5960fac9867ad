import type { DomainEvent, EventName, EventOutbox } from '../kernel/events/events.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { ExtensionRuntime } from './ports.ts';

/** Maximum events of an extension that wait to be delivered. */
export const WAITING_EVENTS = 100_000;

/** An event that waits for an extension. */
export interface WaitingEvent {
  /** Rises by one with each event of the extension, in the order of the commits. */
  readonly id: number;
  readonly type: string;
  readonly at: Date;
  /** The members of the event as JSON, without its type. */
  readonly data: unknown;
}

/** A claim of one process to deliver the events of an extension. */
export interface DeliveryClaim {
  readonly slug: string;
  /** Unique for each process. */
  readonly holder: string;
  /** Until then no other process delivers. */
  readonly until: Date;
}

/** The events that wait for extensions. Only active ones that have not failed have a queue. */
export interface ExtensionQueue {
  /** Sets the types that an extension listens to. */
  listen(slug: string, types: readonly string[]): Promise<void>;
  /** The types that any active extension listens to. */
  types(): Promise<ReadonlySet<string>>;
  /**
   * Adds events to the queues of the active extensions that listen to their types, in the surrounding unit of work. A queue with
   * more than `WAITING_EVENTS` takes none, and is marked as overrun.
   */
  add(events: readonly Omit<WaitingEvent, 'id'>[]): Promise<void>;
  /** Claims the delivery for a process, or prolongs its claim; false while another one has it. */
  claim(claim: DeliveryClaim, now: Date): Promise<boolean>;
  /** The next events, oldest first, and whether the queue was overrun. */
  next(slug: string, limit: number): Promise<{ readonly events: readonly WaitingEvent[]; readonly isOverrun: boolean }>;
  /** Removes the events up to this id, if the process still has the claim; false if not. */
  acknowledge(slug: string, holder: string, id: number): Promise<boolean>;
  /** Ends the claim of a process. */
  release(slug: string, holder: string): Promise<void>;
  /** Discards what waits for an extension; later events get greater ids. */
  discard(slug: string): Promise<void>;
}

interface OutboxPorts extends Pick<KernelPorts, 'clock'> {
  readonly extensionQueue: ExtensionQueue;
  readonly extensionRuntime: ExtensionRuntime;
}

/** Stores events for extensions, where any listens to their type. */
export const createEventOutbox = ({ extensionQueue, extensionRuntime, clock }: OutboxPorts): EventOutbox => ({
  wants: (type: EventName) => extensionRuntime.mayListen(type),
  store: (events) => extensionQueue.add(events.map((event) => waitingOf(event, clock.now()))),
});

function waitingOf({ type, ...data }: DomainEvent, at: Date): Omit<WaitingEvent, 'id'> {
  return { type, at, data };
}

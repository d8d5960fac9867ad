import { ExtensionRefusal } from '@backroom/extension';
import type { LineChannel } from '../protocol/line-channel.ts';
import type { ProcessMessage, ResultMessage, ServerMessage, ServiceName } from '../protocol/messages.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Requests of the extension to the server that have no answer yet. */
export class PendingRequests {
  readonly #channel: LineChannel<ProcessMessage, ServerMessage>;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(channel: LineChannel<ProcessMessage, ServerMessage>) {
    this.#channel = channel;
  }

  /** @throws ExtensionRefusal */
  ask(service: ServiceName, input: unknown): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#channel.send({ type: 'ask', id, service, input });
      this.#waiting.set(id, { resolve, reject });
    });
  }

  settle(message: ResultMessage): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'result') {
      waiting?.resolve(message.value);
      return;
    }
    const { code = 'failed', message: text, status } = message.refusal;
    waiting?.reject(new ExtensionRefusal(code, text, status));
  }
}

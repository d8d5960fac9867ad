import type { Socket } from 'node:net';
import type { RestResponse } from '@backroom/core/rest';
import { type Backend, nameOf } from './backend.ts';
import { type ControlAnswer, failureOf, onMessages, type Question, resultOf, sendMessage } from './control-messages.ts';
import { Pieces, sendFile } from './control-pieces.ts';
import type { PlainRequest } from './in-process-request.ts';
import { operatorName } from './operator.ts';

/** One question at a time; a connection that breaks fails the one that waits. */
export function remoteBackend(socket: Socket): Backend {
  const asking = new Asking(socket);
  return {
    run: async <I, O>(useCase: unknown, input: I, as?: string) =>
      resultOf(await asking.ask({ do: 'run', useCase: nameOf(useCase), input, as })) as O,
    call: (request, as) => asking.call(request, as),
    close: async () => void socket.destroy(),
  };
}

class Asking {
  readonly #socket: Socket;
  readonly #operator = operatorName();
  #waiting: { resolve: (answer: ControlAnswer) => void; reject: (error: Error) => void } | undefined;
  #tell: NonNullable<PlainRequest['upload']>['tell'];
  #pieces: Pieces<string> | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    onMessages<ControlAnswer>(socket, (answer) => this.#hear(answer));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const broken = new Error('The server stopped before it answered.');
      this.#waiting?.reject(broken);
      this.#pieces?.end(broken);
    });
  }

  async ask(question: Question): Promise<ControlAnswer> {
    const answer = await new Promise<ControlAnswer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      sendMessage(this.#socket, { ...question, operator: this.#operator });
    });
    return answer;
  }

  async call({ upload, ...request }: PlainRequest, as: string | undefined): Promise<RestResponse> {
    this.#tell = upload?.tell;
    let isAnswered = false;
    const asked = this.ask({ do: 'call', request, as, hasFile: upload !== undefined }).finally(() => {
      isAnswered = true;
    });
    const sent = upload && sendFile(this.#socket, upload.chunks, () => !isAnswered).then(() => asked);
    // An answer that comes early needs no more of the file, and a file that breaks off needs no answer.
    for (const each of [asked, sent]) each?.catch(() => {});
    const response = resultOf(await Promise.race([asked, sent ?? asked])) as RestResponse;
    return this.#pieces ? { ...response, chunks: this.#pieces } : response;
  }

  #hear(answer: ControlAnswer): void {
    if ('progress' in answer) this.#tell?.(answer.progress);
    else if ('piece' in answer) this.#pieces?.take(answer.piece);
    // Between two pieces of an answer there is nothing but what went wrong with it.
    else if (this.#waiting === undefined && !('result' in answer)) this.#pieces?.end(failureOf(answer));
    else this.#settle(answer);
  }

  #settle(answer: ControlAnswer): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#pieces = 'result' in answer && answer.isStreamed ? new Pieces(this.#socket) : undefined;
    waiting?.resolve(answer);
  }
}

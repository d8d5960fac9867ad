import type { Socket } from 'node:net';
import type { ImportRecordsInput, Progress, SourceLine } from '@backroom/core';
import type { RestResponse } from '@backroom/core/interface';
import { type Backend, nameOf } from './backend.ts';
import { type ControlAnswer, failureOf, onMessages, type Question, resultOf, sendMessage } from './control-messages.ts';
import { bundled, Pieces, sendFile, unbundled } from './control-pieces.ts';
import type { PlainRequest } from './in-process-request.ts';
import { operatorName } from './operator.ts';

/** One question at a time; a connection that breaks fails the one that waits. */
export function remoteBackend(socket: Socket): Backend {
  const asking = new Asking(socket);
  return {
    run: async <I, O>(useCase: unknown, input: I, as?: string) => (await asking.run(nameOf(useCase), input, as)) as O,
    call: (request, as) => asking.call(request, as),
    close: async () => void socket.destroy(),
  };
}

class Asking {
  readonly #socket: Socket;
  readonly #operator = operatorName();
  #waiting: { resolve: (answer: ControlAnswer) => void; reject: (error: Error) => void } | undefined;
  #tell: Live['tell'];
  #pieces: Pieces<string | readonly string[]> | undefined;

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

  async #ask(question: Question): Promise<ControlAnswer> {
    const answer = await new Promise<ControlAnswer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      sendMessage(this.#socket, { ...question, operator: this.#operator });
    });
    return answer;
  }

  async call({ upload, ...request }: PlainRequest, as: string | undefined): Promise<RestResponse> {
    const question = { do: 'call', request, as, hasFile: upload !== undefined } as const;
    const response = (await this.#exchange(question, { pieces: upload?.chunks, tell: upload?.tell })) as RestResponse;
    return this.#pieces ? { ...response, chunks: unbundled(this.#pieces) } : response;
  }

  async run(useCase: string, input: unknown, as: string | undefined): Promise<unknown> {
    const { live, rest } = apart(input);
    const of = { hasFile: live.pieces !== undefined, isHeard: live.tell !== undefined };
    const result = await this.#exchange({ do: 'run', useCase, input: rest, as, ...of }, live);
    return this.#pieces ? unbundled(this.#pieces) : result;
  }

  async #exchange(question: Question, { pieces, tell }: Live): Promise<unknown> {
    this.#tell = tell;
    let isAnswered = false;
    const asked = this.#ask(question).finally(() => {
      isAnswered = true;
    });
    const sent = pieces && sendFile(this.#socket, pieces, () => !isAnswered).then(() => asked);
    // An answer that comes early needs no more of the file, and a file that breaks off needs no answer.
    for (const each of [asked, sent]) each?.catch(() => {});
    return resultOf(await Promise.race([asked, sent ?? asked]));
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

/** What cannot be sent as a value: a file goes piece by piece, and who hears of the progress stays here. */
interface Live {
  readonly pieces: AsyncIterable<Uint8Array | readonly SourceLine[]> | undefined;
  readonly tell: ((progress: Progress) => void) | undefined;
}

function apart(input: unknown): { readonly live: Live; readonly rest: unknown } {
  if (typeof input !== 'object' || input === null) return { live: { pieces: undefined, tell: undefined }, rest: input };
  const { open, tell, ...rest } = input as Pick<ImportRecordsInput, 'tell'> & Partial<Pick<ImportRecordsInput, 'open'>>;
  return { live: { pieces: open && bundled(open()), tell }, rest };
}

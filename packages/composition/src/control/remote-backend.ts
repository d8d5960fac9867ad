import type { Socket } from 'node:net';
import type { Progress } from '@backroom/core';
import type { ImportRecordsInput, SourceLine } from '@backroom/core/interchange';
import type { RestResponse } from '@backroom/core/interface';
import { type Backend, useCaseName } from './backend.ts';
import {
  type ControlAnswer,
  type ControlCommand,
  failureOf,
  onMessages,
  resultOf,
  sendMessage,
} from './control-messages.ts';
import { batched, ChunkStream, sendFile, unbatched } from './control-streams.ts';
import type { PlainRequest } from './in-process-request.ts';
import { operatorName } from './operator.ts';

/** A backend over the control socket of a server: one command at a time, which fails when the connection is lost. */
export function remoteBackend(socket: Socket): Backend {
  const client = new ControlClient(socket);
  return {
    run: async <I, O>(useCase: unknown, input: I, as?: string) =>
      (await client.run(useCaseName(useCase), input, as)) as O,
    call: (request, as) => client.call(request, as),
    close: async () => void socket.destroy(),
  };
}

class ControlClient {
  readonly #socket: Socket;
  readonly #operator = operatorName();
  #pending: { resolve: (answer: ControlAnswer) => void; reject: (error: Error) => void } | undefined;
  #tell: StreamedInput['tell'];
  #result: ChunkStream<string | readonly string[]> | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    onMessages<ControlAnswer>(socket, (answer) => this.#receive(answer));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const broken = new Error('The server stopped before it answered.');
      this.#pending?.reject(broken);
      this.#result?.end(broken);
    });
  }

  async #send(command: ControlCommand): Promise<ControlAnswer> {
    const answer = await new Promise<ControlAnswer>((resolve, reject) => {
      this.#pending = { resolve, reject };
      sendMessage(this.#socket, { ...command, operator: this.#operator });
    });
    return answer;
  }

  async call({ upload, ...request }: PlainRequest, as: string | undefined): Promise<RestResponse> {
    const command = { do: 'call', request, as, hasFile: upload !== undefined } as const;
    const response = (await this.#exchange(command, { file: upload?.chunks, tell: upload?.tell })) as RestResponse;
    return this.#result ? { ...response, chunks: unbatched(this.#result) } : response;
  }

  async run(useCase: string, input: unknown, as: string | undefined): Promise<unknown> {
    const { streamed, rest } = splitInput(input);
    const flags = { hasFile: streamed.file !== undefined, isHeard: streamed.tell !== undefined };
    const result = await this.#exchange({ do: 'run', useCase, input: rest, as, ...flags }, streamed);
    return this.#result ? unbatched(this.#result) : result;
  }

  async #exchange(command: ControlCommand, { file, tell }: StreamedInput): Promise<unknown> {
    this.#tell = tell;
    let isAnswered = false;
    const answered = this.#send(command).finally(() => {
      isAnswered = true;
    });
    const sent = file && sendFile(this.#socket, file, () => !isAnswered).then(() => answered);
    // An early answer ends the upload, and a failed upload ends the wait for the answer.
    for (const each of [answered, sent]) each?.catch(() => {});
    return resultOf(await Promise.race([answered, sent ?? answered]));
  }

  #receive(answer: ControlAnswer): void {
    if ('progress' in answer) this.#tell?.(answer.progress);
    else if ('piece' in answer) this.#result?.push(answer.piece);
    // An error in the middle of a streamed result.
    else if (this.#pending === undefined && !('result' in answer)) this.#result?.end(failureOf(answer));
    else this.#settle(answer);
  }

  #settle(answer: ControlAnswer): void {
    const pending = this.#pending;
    this.#pending = undefined;
    this.#result = 'result' in answer && answer.isStreamed ? new ChunkStream(this.#socket) : undefined;
    pending?.resolve(answer);
  }
}

/** Members of an input that cannot be serialised: a file is sent in chunks, the progress callback stays here. */
interface StreamedInput {
  readonly file: AsyncIterable<Uint8Array | readonly SourceLine[]> | undefined;
  readonly tell: ((progress: Progress) => void) | undefined;
}

function splitInput(input: unknown): { readonly streamed: StreamedInput; readonly rest: unknown } {
  if (typeof input !== 'object' || input === null)
    return { streamed: { file: undefined, tell: undefined }, rest: input };
  const { open, tell, ...rest } = input as Pick<ImportRecordsInput, 'tell'> & Partial<Pick<ImportRecordsInput, 'open'>>;
  return { streamed: { file: open && batched(open()), tell }, rest };
}

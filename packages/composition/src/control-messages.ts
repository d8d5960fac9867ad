import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { DomainError, type ErrorDetails, type ErrorKind } from '@backroom/core';
import type { PlainRequest } from './in-process-request.ts';

/** What a command asks of a serving process. */
export type ControlRequest =
  | { readonly do: 'run'; readonly useCase: string; readonly input: unknown; readonly as: string | undefined }
  | { readonly do: 'call'; readonly request: PlainRequest; readonly as: string | undefined };

/** What the serving process answers. */
export type ControlAnswer =
  | { readonly result: unknown }
  | {
      readonly refusal: {
        readonly kind: ErrorKind;
        readonly code: string;
        readonly message: string;
        readonly details: ErrorDetails;
      };
    }
  | { readonly failure: string };

/** Largest message, in bytes; nothing that commands ask or are told comes near. */
const LARGEST = 256 * 1024 * 1024;
const HEADER = 4;

/** Sends one message: its length in four bytes, then the value with dates and all. */
export function sendMessage(socket: Socket, message: ControlRequest | ControlAnswer): void {
  const body = serialize(message);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(body.length);
  socket.write(Buffer.concat([header, body]));
}

/** Calls back for every whole message that arrives; a message that cannot be one ends the connection. */
export function onMessages<M>(socket: Socket, receive: (message: M) => void): void {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= HEADER) {
      const length = received.readUInt32BE();
      if (length > LARGEST) return void socket.destroy();
      if (received.length < HEADER + length) return;
      const body = received.subarray(HEADER, HEADER + length);
      received = received.subarray(HEADER + length);
      receive(deserialize(body) as M);
    }
  });
}

/** A result, refusal or failure in the form in which it is sent. */
export function answerOf(error: unknown): ControlAnswer {
  if (!(error instanceof DomainError)) return { failure: 'The server could not do that; its log says why.' };
  const { kind, code, message, details } = error;
  return { refusal: { kind, code, message, details } };
}

/** What was sent, as the one who asked would have got it in the same process. */
export function resultOf(answer: ControlAnswer): unknown {
  if ('result' in answer) return answer.result;
  if ('failure' in answer) throw new Error(answer.failure);
  const { kind, code, message, details } = answer.refusal;
  throw new DomainError(kind, code, message, details);
}

import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { DomainError, type ErrorDetails, type ErrorKind, type Progress, type SourceLine } from '@backroom/core';
import type { PlainRequest } from './in-process-request.ts';

/** What a command asks of a serving process. */
export type ControlRequest =
  | (Question & {
      /** Who runs the command line: everybody who can reach the socket owns the data, so that is believed. */
      readonly operator: string;
    })
  /** A part of the file that was announced: bytes, or lines that were read already; null is its end. */
  | { readonly do: 'piece'; readonly bytes: Uint8Array | readonly SourceLine[] | null };

/** What is asked, without who asks it. */
export type Question =
  | {
      readonly do: 'run';
      readonly useCase: string;
      readonly input: unknown;
      readonly as: string | undefined;
      /** Whether the input also opens a file, whose lines follow. */
      readonly hasFile: boolean;
      /** Whether somebody hears how far it is. */
      readonly isHeard: boolean;
    }
  | {
      readonly do: 'call';
      readonly request: Omit<PlainRequest, 'upload'>;
      readonly as: string | undefined;
      /** Whether a file follows. */
      readonly hasFile: boolean;
    };

/** What the serving process answers. */
export type ControlAnswer =
  | { readonly progress: Progress }
  | {
      readonly result: unknown;
      /** Whether pieces follow. */
      readonly isStreamed?: boolean;
    }
  /** A part of an answer, or several; null is its end. */
  | { readonly piece: string | readonly string[] | null }
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
  throw failureOf(answer);
}

/** What went wrong, as the one who asked would have got it in the same process. */
export function failureOf(answer: Exclude<ControlAnswer, { readonly result: unknown }>): Error {
  if ('failure' in answer) return new Error(answer.failure);
  if (!('refusal' in answer)) return new Error('The server answered out of turn.');
  const { kind, code, message, details } = answer.refusal;
  return new DomainError(kind, code, message, details);
}

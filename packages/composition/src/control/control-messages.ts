import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { DomainError, type ErrorDetails, type ErrorKind, type Progress } from '@backroom/core';
import type { SourceLine } from '@backroom/core/interchange';
import type { PlainRequest } from './in-process-request.ts';

/** A message of a command to the server. */
export type ControlRequest =
  | (ControlCommand & {
      /** Operating system user of the command line. Trusted: only the owner of the data can reach the socket. */
      readonly operator: string;
    })
  /** A chunk of the announced file: bytes, or parsed lines; null marks the end. */
  | { readonly do: 'piece'; readonly bytes: Uint8Array | readonly SourceLine[] | null };

/** A command without its operator. */
export type ControlCommand =
  | {
      readonly do: 'run';
      readonly useCase: string;
      readonly input: unknown;
      readonly as: string | undefined;
      /** Whether the lines of a file follow. */
      readonly hasFile: boolean;
      /** Whether progress is reported. */
      readonly isHeard: boolean;
    }
  | {
      readonly do: 'call';
      readonly request: Omit<PlainRequest, 'upload'>;
      readonly as: string | undefined;
      /** Whether a file follows. */
      readonly hasFile: boolean;
    };

/** A message of the server to a command. */
export type ControlAnswer =
  | { readonly progress: Progress }
  | {
      readonly result: unknown;
      /** Whether chunks of the result follow. */
      readonly isStreamed?: boolean;
    }
  /** One or more chunks of a streamed result; null marks the end. */
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

/** Maximum message size in bytes. */
const LARGEST = 256 * 1024 * 1024;
const HEADER = 4;

/** Sends a message: its length in four bytes, then the value in the format of `node:v8`, which preserves dates. */
export function sendMessage(socket: Socket, message: ControlRequest | ControlAnswer): void {
  const body = serialize(message);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(body.length);
  socket.write(Buffer.concat([header, body]));
}

/** Calls back for each complete message; an oversized one closes the connection. */
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

/** Serialises an error; unexpected ones are not disclosed. */
export function answerOf(error: unknown): ControlAnswer {
  if (!(error instanceof DomainError)) return { failure: 'The server could not do that; its log says why.' };
  const { kind, code, message, details } = error;
  return { refusal: { kind, code, message, details } };
}

/**
 * The result of an answer.
 * @throws Error as the use case or route threw it
 */
export function resultOf(answer: ControlAnswer): unknown {
  if ('result' in answer) return answer.result;
  throw failureOf(answer);
}

/** Deserialises an error. */
export function failureOf(answer: Exclude<ControlAnswer, { readonly result: unknown }>): Error {
  if ('failure' in answer) return new Error(answer.failure);
  if (!('refusal' in answer)) return new Error('The server answered out of turn.');
  const { kind, code, message, details } = answer.refusal;
  return new DomainError(kind, code, message, details);
}

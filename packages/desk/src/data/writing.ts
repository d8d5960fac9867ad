import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Topic } from './live.ts';
import { Refused, Unreachable } from './refusal.ts';

/** Headers of a write: the key that makes it happen once, and the tag of what was read. */
export interface WriteHeaders {
  readonly 'Idempotency-Key': string;
  readonly 'If-Match'?: string;
}

/** How a form writes. */
export interface Writing<Input, Output> {
  /** Sends the write with these headers. */
  readonly write: (input: Input, headers: WriteHeaders) => Promise<Output>;
  /** What is read again afterwards, whether the stream of events is there or not. */
  readonly topics: readonly Topic[];
  readonly tag?: string | undefined;
  readonly onDone?: (output: Output) => void;
}

/**
 * A write of a form. Its key is made when the form opens and kept until the server has answered, so that a write whose answer was
 * lost happens once; a lost connection sends it again three times.
 */
export function useWriting<Input, Output>({ write, topics, tag, onDone }: Writing<Input, Output>) {
  const queries = useQueryClient();
  const key = useRef<string>(undefined);
  key.current ??= crypto.randomUUID();
  return useMutation({
    mutationFn: (input: Input) =>
      write(input, { 'Idempotency-Key': key.current ?? '', ...(tag !== undefined && { 'If-Match': tag }) }),
    retry: (count, error) => error instanceof Unreachable && count < 3,
    retryDelay: (count) => 500 * 2 ** count,
    onSuccess: async (output) => {
      key.current = crypto.randomUUID();
      onDone?.(output);
      await queries.invalidateQueries({
        predicate: ({ meta }) => ((meta?.topics ?? []) as readonly Topic[]).some((each) => topics.includes(each)),
      });
    },
    onError: (error) => {
      // An answered refusal ends the key: the next attempt is another write.
      if (error instanceof Refused) key.current = crypto.randomUUID();
    },
  });
}

/** A key for a write without a form. */
export const newWriteKey = (): string => crypto.randomUUID();

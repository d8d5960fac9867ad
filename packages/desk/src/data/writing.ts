import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Topic } from './live.ts';
import { isOutdated, Refused, Unreachable } from './refusal.ts';

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
  /** Under which other parts of a screen see that the write runs (`useIsMutating`). */
  readonly mutationKey?: readonly string[];
  readonly onDone?: (output: Output) => void;
}

/** An id that no other record has. */
export const newId = (): string => crypto.randomUUID();

/** Whether it is still open what became of a write: its answer was lost, or its first request runs. */
const isOpen = (error: Error): boolean =>
  error instanceof Unreachable || (error instanceof Refused && error.code === 'idempotency_in_progress');

/** Refusals that say nothing about the write itself; the same key is sent with the next attempt. */
const keepsKey = (error: Error): boolean =>
  isOpen(error) || (error instanceof Refused && (error.kind === 'failed' || error.code === 'idempotency_key_reused'));

/**
 * A write of a form. Its key is made when the form opens and kept until the server has answered, so that a write whose answer was
 * lost happens once; a lost connection sends it again three times. While it runs, further calls of `mutate` do nothing.
 */
export function useWriting<Input, Output>({ write, topics, tag, onDone, mutationKey }: Writing<Input, Output>) {
  const queries = useQueryClient();
  const key = useRef<string>(undefined);
  key.current ??= newId();
  const isRunning = useRef(false);
  const readAgain = () =>
    queries.invalidateQueries({
      predicate: ({ meta }) => ((meta?.topics ?? []) as readonly Topic[]).some((each) => topics.includes(each)),
    });
  const mutation = useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: (input: Input) =>
      write(input, { 'Idempotency-Key': key.current ?? '', ...(tag !== undefined && { 'If-Match': tag }) }),
    retry: (count, error) => isOpen(error) && count < 3,
    retryDelay: (count) => 500 * 2 ** count,
    onSuccess: async (output) => {
      key.current = newId();
      onDone?.(output);
      await readAgain();
    },
    onError: async (error) => {
      // An answered refusal ends the key: the next attempt is another write.
      if (!keepsKey(error)) key.current = newId();
      if (isOutdated(error)) await readAgain();
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  const mutate = (...sent: Parameters<typeof mutation.mutate>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(...sent);
  };
  return { ...mutation, mutate };
}

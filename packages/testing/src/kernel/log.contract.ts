import type { Log } from '@backroom/core';
import { expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** `text` returns everything that was logged, in any format. */
export const logContract = (implementation: string, open: () => { readonly log: Log; text(): string }) =>
  contract(`Log: ${implementation}`, () => {
    it('keeps events of every level with their facts, in order', () => {
      const { log, text } = open();
      log.info('first event', { colour: 'red' });
      log.warn('second event', { count: 7 });
      log.error('third event', new Error('broken pump'), { place: 'cellar' });
      log.info('fourth event');
      expect(text().replaceAll('\n', ' ')).toMatch(/first event.*second event.*third event.*fourth event/);
      for (const fact of ['red', '7', 'broken pump', 'cellar']) expect(text()).toContain(fact);
    });

    it.each([['a text'], [undefined], [null], [7], [{}]])('accepts %j as the cause of a failure', (cause) => {
      const { log, text } = open();
      log.error('odd event', cause);
      expect(text()).toContain('odd event');
    });
  });

import type { ComponentType } from 'react';
import type { IconName } from '../kit/icon.tsx';
import type { Words } from '../words/en.ts';

/** Places of the navigation, in this order. */
export type ScreenGroup = 'start' | 'reports' | 'shop' | 'system' | 'mine';

/** A row of the table of screens. */
export interface ScreenRow {
  /** Name in `words.shell.screens`, and part of the id. */
  readonly name: string;
  /** Path below the desk, with variables: `/orders/$id`. */
  readonly path: string;
  /** What the session must be allowed, any of these; by default every signed-in account. */
  readonly needs?: readonly string[];
  /** Loads the module of the screen. */
  readonly load: () => Promise<ComponentType>;
  /** Its entry in the navigation; without it the screen is reached from others. */
  readonly menu?: {
    readonly group: ScreenGroup;
    readonly icon: IconName;
    /** Letter after `g`. */
    readonly key?: string;
    /** One of the five places of the phone bar. */
    readonly onPhone?: boolean;
  };
}

/** Name of a screen in the language of the reader. */
export const screenName = (words: Words, name: string): string => words.shell.screens[name] ?? name;

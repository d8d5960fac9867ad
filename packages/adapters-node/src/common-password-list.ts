import type { CommonPasswords } from '@backroom/core/identity';
import { fondWords, habitWords, nameWords, oneOffs, playWords, walks, words } from './common-words.ts';

/** Shorter passwords are refused by length already. */
const SHORTEST = 8;
const LONGEST_WALK = 12;

const digits = [...'0123456789'];
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const birthYears = range(1980, 2010).map(String);
const recentYears = range(2018, 2029).map(String);
const endings = words('! 1! 123! @1 @123 #1 .');
const counts = words('12 123 1234 12345 123456 12345678 123456789 321 007 666 777 999 000 111');
const pairs = words('00 01 07 10 11 13 21 22 23 69 77 88 99');
const suffixes = ['', ...endings, ...digits, ...counts, ...pairs];
const disguiseSuffixes = ['', ...words('1 12 123 ! 1! 123! @123')];
const prefixes = words('1 123 my the im love ilove super');
/** `a@o0` writes every a as @ and every o as 0. */
const spellings = words('o0 a@ a4 e3 i1 i! s5 s$ a@o0 a4o0 e3o0 a@s$ a@s$o0 a4e3 a4e3i1o0 a4e3i1o0s5');

/**
 * The passwords that attackers try first: common words and names with their usual substitutions, keyboard walks,
 * sequences, repetitions and birthdays.
 *
 * Generated from the words of this project; no third-party list is included.
 */
export class CommonPasswordList implements CommonPasswords {
  /** Number of passwords, each of at least eight characters. */
  get size(): number {
    return this.#entries.size;
  }

  includes(password: string): boolean {
    return this.#entries.has(password.toLowerCase());
  }

  get #entries(): ReadonlySet<string> {
    composed ??= new Set(entries());
    return composed;
  }
}

/** Generated at the first look-up, which most runs of the program never make. */
let composed: ReadonlySet<string> | undefined;

function* entries(): Generator<string> {
  for (const entry of candidates()) if (entry.length >= SHORTEST) yield entry;
}

function* candidates(): Generator<string> {
  const frequentWords = [...habitWords, ...fondWords];
  const everyWord = [...frequentWords, ...playWords, ...nameWords];
  yield* oneOffs;
  yield* ended(everyWord, suffixes);
  yield* ended(nameWords, birthYears);
  yield* ended(frequentWords, [...recentYears, ...recentYears.map((year) => `${year}!`)]);
  yield* everyWord.flatMap((word) => [word + word, reversed(word), ...prefixes.map((prefix) => prefix + word)]);
  yield* ended(frequentWords.flatMap(disguises), disguiseSuffixes);
  yield* ended(walks.flatMap(stretches), ['', '1', '!']);
  yield* repetitions();
  yield* birthdays();
}

const ended = (words: readonly string[], tails: readonly string[]): string[] =>
  words.flatMap((word) => tails.map((tail) => word + tail));

/** The word with letters replaced by similar characters: passw0rd, p@ssw0rd, pa$$word. */
const disguises = (word: string): string[] =>
  spellings.map((spelling) => applied(word, spelling)).filter((disguise) => disguise !== word);

const applied = (word: string, spelling: string): string =>
  [...word]
    .map((letter) =>
      /[a-z]/.test(letter) && spelling.includes(letter) ? spelling[spelling.indexOf(letter) + 1] : letter,
    )
    .join('');

/** Every section of a keyboard walk, in both directions. */
function stretches(walk: string): string[] {
  const ways = [walk, reversed(walk)];
  return ways.flatMap((way) =>
    range(SHORTEST, LONGEST_WALK)
      .filter((length) => length <= way.length)
      .flatMap((length) => range(0, way.length - length).map((start) => way.slice(start, start + length)))
      .concat(way),
  );
}

/** A repeated character, and repeated groups of digits or letters. */
function repetitions(): string[] {
  const groups = range(0, 99).map((number) => String(number).padStart(2, '0'));
  const runs = words('123 321 456 789 147 1234 4321 2580 5678 12345 54321 abc abcd xyz qwe asd zxc');
  return [
    ...[...digits, ...letters, ...'!*.@#'].flatMap((character) =>
      range(SHORTEST, 16).map((count) => character.repeat(count)),
    ),
    ...groups.flatMap((group) => range(4, 6).map((count) => group.repeat(count))),
    ...[...runs, ...birthYears, ...recentYears].flatMap((run) => range(2, 4).map((count) => run.repeat(count))),
    ...digits.flatMap((first) => digits.map((second) => first.repeat(4) + second.repeat(4))),
  ];
}

/** The first day of each month from 1950 to 2015, day or year first: 01011990, 19900101. */
const birthdays = (): string[] =>
  range(1950, 2015).flatMap((year) =>
    range(1, 12).flatMap((number) => {
      const month = String(number).padStart(2, '0');
      return [`01${month}${year}`, `${month}01${year}`, `${year}${month}01`, `${month}${month}${year}`];
    }),
  );

const reversed = (text: string): string => [...text].reverse().join('');

/** The integers from the first to the last, inclusive. */
function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

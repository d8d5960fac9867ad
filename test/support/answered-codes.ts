import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Listenable } from '@backroom/adapters-http';
import { notePair, testAtWork } from './answered-pairs.ts';
import { declaredAnswers } from './declared-answers.ts';

/** A code that was answered: of a whole refusal with its status, or of one of its fields. */
export interface AnsweredCode {
  readonly code: string;
  /** `400`, or `Fields`: the heading of docs/errors.md under which it has to be. */
  readonly section: string;
  /** Whether the refusal has the form of the shop interface. */
  readonly isOfShop: boolean;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const codesOf = (values: readonly unknown[]): readonly string[] =>
  values.flatMap((each) => (isObject(each) && typeof each.code === 'string' ? [each.code] : []));

/** The codes in the body of an answer: of a refusal, or of the refused items of a batch. */
export function codesIn(status: number, body: unknown): readonly AnsweredCode[] {
  if (!isObject(body)) return [];
  if (status === 207 && Array.isArray(body.responses))
    return body.responses.flatMap((each) => (isObject(each) ? codesIn(Number(each.status), each.body) : []));
  const { code, data, errors } = body;
  if (status < 400 || typeof code !== 'string') return [];
  const isOfShop = isObject(data);
  const fields = isOfShop && isObject(data.details) ? Object.values(data.details) : Array.isArray(errors) ? errors : [];
  return [
    { code, section: String(status), isOfShop },
    ...codesOf(fields).map((each) => ({ code: each, section: 'Fields', isOfShop })),
  ];
}

/** The sections of docs/errors.md in which each code has a row. */
export function sectionsOf(page: string): ReadonlyMap<string, ReadonlySet<string>> {
  const sections = new Map<string, Set<string>>();
  for (const part of page.split(/^## /m).slice(1)) {
    const [, section = ''] = /^(\d{3}|Fields)\b/.exec(part) ?? [];
    for (const [, code = ''] of part.matchAll(/^\| `([a-z0-9_-]+)`/gm))
      sections.set(code, (sections.get(code) ?? new Set()).add(section));
  }
  return sections;
}

/** Answered codes that the page does not have; the shop interface answers 400 in place of 422. */
export function undocumented(answered: readonly AnsweredCode[], page: string): readonly AnsweredCode[] {
  const sections = sectionsOf(page);
  return answered.filter(({ code, section, isOfShop }) => {
    const known = sections.get(code);
    if (section === 'Fields') return !known;
    return !known?.has(section) && !(isOfShop && section === '400' && known?.has('422'));
  });
}

const written = new Set<string>();

/** An answer that differs from what the OpenAPI document of its interface declares. */
interface UndeclaredAnswer {
  readonly undeclared: string;
}

/** A served application, with the address of its inventory interface. */
interface Observed {
  readonly folder: string;
  readonly prefix: string;
}

/** Notes the codes that an application answers, and undeclared answers, in a file of this process below the folder. */
export function observed(app: Listenable, { folder, prefix }: Observed): Listenable {
  const handle: RequestListener = app.callback();
  const write = (each: AnsweredCode | UndeclaredAnswer) => {
    const line = `${JSON.stringify(each)}\n`;
    if (!written.has(line)) appendFileSync(join(folder, `${process.pid}.jsonl`), line);
    written.add(line);
  };
  const note = ({ method = '', url = '', headers }: IncomingMessage, status: number, body: unknown) => {
    for (const each of codesIn(status, body)) write(each);
    const isOverridden = headers['x-http-method-override'] !== undefined;
    const own = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
    for (const undeclared of declaredAnswers()({ method, url: own, isOverridden, status, body })) write({ undeclared });
  };
  return {
    ...(app.turnAway && { turnAway: app.turnAway }),
    callback: () => (request, response) => {
      const { method = '', url = '' } = request;
      const test = testAtWork();
      response.once('finish', () => notePair(folder, { method, url, status: response.statusCode, test }));
      watchEnd(response, (status, body) => note(request, status, body));
      return handle(request, response);
    },
  };
}

/** Answers in JSON are sent whole, with the end of the response. */
function watchEnd(response: ServerResponse, note: (status: number, body: unknown) => void): void {
  const end = response.end.bind(response) as (...args: readonly unknown[]) => ServerResponse;
  response.end = ((...args: readonly unknown[]) => {
    const [content] = args;
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    const isPlain = response.getHeader('content-encoding') === undefined;
    if (isText && isPlain && content.length > 0 && String(response.getHeader('content-type')).includes('json'))
      note(response.statusCode, JSON.parse(content.toString()));
    return end(...args);
  }) as ServerResponse['end'];
}

/**
 * Compares what the processes of a run have noted with the page.
 * @throws Error that names each undeclared answer, or each answered code that the page does not have
 */
export function checkAnswered(folder: string, page: string): void {
  const lines = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => !file.startsWith('pairs-'))
        .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
    : [];
  const noted = [...new Set(lines)].map((line) => JSON.parse(line) as AnsweredCode | UndeclaredAnswer);
  const undeclared = noted.flatMap((each) => ('undeclared' in each ? [each.undeclared] : []));
  if (undeclared.length > 0)
    throw new Error(`Answered in this run and not declared by the OpenAPI documents:\n${undeclared.sort().join('\n')}`);
  const missing = undocumented(
    noted.flatMap((each) => ('undeclared' in each ? [] : [each])),
    page,
  );
  if (missing.length === 0) return;
  const detail = missing.map(({ code, section, isOfShop }) => `${section} ${code}${isOfShop ? ' (shop)' : ''}`).sort();
  throw new Error(`Answered in this run and not in docs/errors.md:\n${detail.join('\n')}`);
}

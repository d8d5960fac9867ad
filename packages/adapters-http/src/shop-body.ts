import type { IncomingMessage } from 'node:http';
import { DomainError } from '@backroom/core';
import type { SentFile, ShopBody } from '@backroom/core/rest';
import type { Context } from 'koa';
import { bytesOf } from './read-body.ts';

/** A body and its bytes, of which a digest can be made. */
export interface ReadShopBody {
  readonly body: ShopBody;
  readonly bytes: Buffer;
}

const nothing: ReadShopBody = { body: { kind: 'none' }, bytes: Buffer.alloc(0) };

/**
 * Reads the body of a request as its media type says; of any other media type it counts as absent.
 * @throws DomainError `malformed_json`, `payload_too_large`
 */
export async function readShopBody(context: Context): Promise<ReadShopBody> {
  const kind = kindOf(context.req);
  if (kind === undefined) return nothing;
  const bytes = await bytesOf(context);
  if (bytes.length === 0) return nothing;
  if (kind === 'json') return { body: { kind, value: parseJson(bytes) }, bytes };
  const fields =
    kind === 'form' ? [...new URLSearchParams(bytes.toString())] : await parseMultipart(context.req, bytes);
  return { body: { kind: 'form', fields }, bytes };
}

function kindOf({ headers }: IncomingMessage): 'json' | 'form' | 'multipart' | undefined {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return undefined;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(?:[^/]+\+)?json$/.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return type === 'multipart/form-data' ? 'multipart' : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const deepest = 512;

function parseJson(bytes: Buffer): unknown {
  const value = parsed(decoded(bytes));
  if (depthExceeds(value, deepest)) throw brokenJson(1, 'Maximum stack depth exceeded');
  return value;
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw brokenJson(5, 'Malformed UTF-8 characters', cause);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw brokenJson(4, 'Syntax error', cause);
  }
}

/** Looks into a value level by level: what is nested deep must not be followed deep. */
function depthExceeds(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null
        ? Object.values(each).filter((member) => typeof member === 'object' && member !== null)
        : [],
    );
  }
  return false;
}

/** The numbers are those that clients of such interfaces know. */
const brokenJson = (code: number, message: string, cause?: unknown): DomainError =>
  new DomainError(
    'malformed',
    'malformed_json',
    'The body is not valid JSON.',
    { json_error_code: code, json_error_message: message },
    cause,
  );

async function parseMultipart(
  { headers }: IncomingMessage,
  bytes: Buffer,
): Promise<readonly (readonly [string, unknown])[]> {
  try {
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    return await Promise.all([...form].map(async ([name, value]) => [name, await readPart(value)] as const));
  } catch (cause) {
    throw new DomainError('malformed', 'rest_invalid_form', 'The body is not a form.', {}, cause);
  }
}

const readPart = async (value: string | File): Promise<string | SentFile> =>
  typeof value === 'string'
    ? value
    : { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) };

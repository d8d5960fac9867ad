import type { IncomingMessage } from 'node:http';
import { DomainError } from '@backroom/core';
import type { BodyLimits, ShopBody } from '@backroom/core/interface';
import type { PausingWork } from '@backroom/core/kernel';
import type { Context } from 'koa';
import { formFields, MOST_FIELDS } from '../common/form-fields.ts';
import { readMultipart } from '../common/multipart-fields.ts';
import { paced } from '../common/pacing.ts';
import { isNested, jsonOf } from '../common/parse-body.ts';
import { bytesOf, hasBody, LARGEST_BODY } from '../common/read-body.ts';

/** A parsed body and its bytes, for a digest. */
export interface ReadShopBody {
  readonly body: ShopBody;
  readonly bytes: Buffer;
}

const nothing: ReadShopBody = { body: { kind: 'none' }, bytes: Buffer.alloc(0) };

const usual: BodyLimits = { bytes: LARGEST_BODY, members: Number.POSITIVE_INFINITY };

/**
 * Reads the body of a request by its media type; other media types count as no body.
 * @throws DomainError `malformed_json`, `payload_too_large`
 */
export async function readShopBody(context: Context, limits: BodyLimits = usual): Promise<ReadShopBody> {
  const kind = kindOf(context.req);
  if (kind === undefined) return nothing;
  const bytes = await bytesOf(context, limits.bytes);
  if (bytes.length === 0) return nothing;
  if (kind === 'json') return { body: { kind, value: await paced(parseJson(bytes, limits)) }, bytes };
  const most = Math.min(limits.members, MOST_FIELDS);
  const fields =
    kind === 'form'
      ? await paced(formFields(bytes.toString(), most))
      : await readMultipart({ contentType: context.req.headers['content-type'] ?? '', bytes, mostFields: most });
  return { body: { kind: 'form', fields }, bytes };
}

const tooMany = ({ members }: BodyLimits): DomainError =>
  new DomainError('too-large', 'payload_too_large', `The body has more than ${members} members.`);

function kindOf({ headers }: IncomingMessage): 'json' | 'form' | 'multipart' | undefined {
  if (!hasBody(headers)) return undefined;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(?:[^/]+\+)?json$/.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return type === 'multipart/form-data' ? 'multipart' : undefined;
}

const deepest = 512;

function* parseJson(bytes: Buffer, limits: BodyLimits): PausingWork<unknown> {
  const value = jsonOf(bytes, notJson);
  yield* demandShape(value, limits);
  return value;
}

const notJson = (cause: unknown): DomainError =>
  cause instanceof SyntaxError
    ? brokenJson(4, 'Syntax error', cause)
    : brokenJson(5, 'Malformed UTF-8 characters', cause);

/** Validates size and depth iteratively: recursion could overflow the stack. A unit of work is one member. */
function* demandShape(whole: unknown, limits: BodyLimits): PausingWork<void> {
  const nested: [value: object, depth: number][] = isNested(whole) ? [[whole, 0]] : [];
  let count = 0;
  for (let next = nested.pop(); next; next = nested.pop()) {
    const [value, depth] = next;
    if (depth > deepest) throw brokenJson(1, 'Maximum stack depth exceeded');
    const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    count += members.length;
    if (count > limits.members) throw tooMany(limits);
    for (let index = 0; index < members.length; index += 1) {
      const member = members[index];
      if (isNested(member)) nested.push([member, depth + 1]);
      yield 1;
    }
  }
}

/** Error numbers expected by existing clients. */
const brokenJson = (code: number, message: string, cause?: unknown): DomainError =>
  new DomainError(
    'malformed',
    'malformed_json',
    'The body is not valid JSON.',
    { json_error_code: code, json_error_message: message },
    cause,
  );

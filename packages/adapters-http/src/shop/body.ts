import { createHash } from 'node:crypto';
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
import { spoolForm } from './spool-form.ts';

/** A parsed body. */
export interface ReadShopBody {
  readonly body: ShopBody;
  /** SHA-256 digest of the bytes, in hexadecimal digits. */
  digest(): string;
  /** Removes the files of a form; absent where it has none on disk. */
  close?(): Promise<void>;
}

const digesting = (body: ShopBody, bytes: Buffer): ReadShopBody => ({
  body,
  digest: () => createHash('sha256').update(bytes).digest('hex'),
});
/** A request without a body. */
export const noBody = digesting({ kind: 'none' }, Buffer.alloc(0));

const usual: BodyLimits = { bytes: LARGEST_BODY, members: Number.POSITIVE_INFINITY, uploadBytes: 0 };

/**
 * Reads the body of a request by its media type; other media types count as no body.
 * @throws DomainError `malformed_json`, `payload_too_large`
 */
export async function readShopBody(context: Context, given: Partial<BodyLimits> = {}): Promise<ReadShopBody> {
  const limits = { ...usual, ...given };
  const kind = kindOf(context.req);
  if (kind === undefined) return noBody;
  if (kind === 'multipart' && limits.uploadBytes > 0) return spooled(context, limits);
  const bytes = await bytesOf(context, limits.bytes);
  if (bytes.length === 0) return noBody;
  if (kind === 'json') return digesting({ kind, value: await paced(parseJson(bytes, limits)) }, bytes);
  const most = Math.min(limits.members, MOST_FIELDS);
  const fields =
    kind === 'form'
      ? await paced(formFields(bytes.toString(), most))
      : await readMultipart({ contentType: context.req.headers['content-type'] ?? '', bytes, mostFields: most });
  return digesting({ kind: 'form', fields }, bytes);
}

async function spooled({ req }: Context, { members, uploadBytes }: BodyLimits): Promise<ReadShopBody> {
  const form = await spoolForm(req, { bytes: uploadBytes, fields: Math.min(members, MOST_FIELDS) });
  return { body: { kind: 'form', fields: form.fields }, digest: () => form.digest, close: form.close };
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

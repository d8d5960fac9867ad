/** What a request came to when it was not answered as wanted. */
export type RefusalKind =
  | 'signed-out'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'outdated'
  | 'invalid'
  | 'limited'
  | 'failed';

/** A wrong member of a request. */
export interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const kinds: Readonly<Record<number, RefusalKind>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  412: 'outdated',
  400: 'invalid',
  413: 'invalid',
  422: 'invalid',
  429: 'limited',
  428: 'outdated',
};

/** A refusal of the server: a problem document of the inventory, or an error of the shop. */
export class Refused extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly fields: readonly FieldFault[];
  readonly requestId: string | undefined;
  /** Seconds to wait, of a limit. */
  readonly retryAfter: number | undefined;
  /** The whole document, with the members of its code, such as `available` of `insufficient_stock`. */
  readonly details: Members;

  constructor(response: Response, body: unknown) {
    const document = readBody(body);
    super(document.message ?? response.statusText);
    this.name = 'Refused';
    this.kind = kinds[response.status] ?? 'failed';
    this.code = document.code ?? String(response.status);
    this.fields = document.fields;
    this.details = membersOf(body);
    this.requestId = document.requestId ?? response.headers.get('x-request-id') ?? undefined;
    const wait = Number(response.headers.get('retry-after'));
    this.retryAfter = Number.isFinite(wait) && wait > 0 ? wait : undefined;
  }
}

/** Whether the record was changed since it was read. */
export const isOutdated = (error: unknown): boolean => error instanceof Refused && error.kind === 'outdated';

/** No answer came: the network, or the server, is away. */
export class Unreachable extends Error {
  constructor() {
    super('No answer came.');
    this.name = 'Unreachable';
  }
}

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function readBody(body: unknown) {
  const given = membersOf(body);
  const data = membersOf(given.data);
  return {
    message: textOf(given.detail) ?? textOf(given.message) ?? textOf(given.title),
    code: textOf(given.code),
    requestId: textOf(given.request_id) ?? textOf(data.request_id),
    fields: [...problemFields(given.errors), ...shopFields(data.params)],
  };
}

const problemFields = (errors: unknown): readonly FieldFault[] =>
  (Array.isArray(errors) ? errors : []).map((each) => {
    const { field, code, message } = membersOf(each);
    return { field: textOf(field) ?? '', code: textOf(code) ?? '', message: textOf(message) ?? '' };
  });

const shopFields = (params: unknown): readonly FieldFault[] =>
  Object.entries(membersOf(params)).flatMap(([field, message]) =>
    typeof message === 'string' ? [{ field, code: 'invalid', message }] : [],
  );

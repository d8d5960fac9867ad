import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** Texts of JSON values that no parameter expects. */
export const hostileJson: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e309', '-1e309', '9007199254740993', '2147483648', '1e-400'],
  ...['99999999999999999999999999999999', '4294967296', '-2147483649', '0.00001'],
  ...['""', '" "', '"a\\u0000b"', '"\\u0000"', '"\\ud800"', '"a\\udc00b"', '"\\u202e"', '"\\ufeff"', '"\\u0007"'],
  ...['"__proto__"', '"constructor"', '"toString"', '"NaN"', '"Infinity"', '"1e3"', '"0x10"', '"٣"'],
  ...['"\'; drop table item; --"', '"%_\\\\"', '"../../etc/passwd"', '"=1+1"', '"<script>1</script>"', '"{{7*7}}"'],
  ...['"2026-02-30T00:00:00Z"', '"0000-00-00"', '"+275760-09-13T00:00:00Z"', '"9999-12-31T23:59:59Z"'],
  ...['[]', '[null]', '[[[]]]', '["word"]', '[1,1]', '[{"__proto__":1}]', '{}', '{"a":{"b":null}}', '{"":1}'],
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"a":1}}}', '{"length":9}', '{"toString":1}'],
  ...['{"valueOf":null}', '{"toJSON":1}', '{"then":1}', '{"a\\u0000":1}', '{"\\ud800":1}'],
  ...[nested(30, '[', ']'), nested(600, '[', ']'), nested(30, '{"a":', '}').replace(':}', ':1}')],
  ...[`"${'y'.repeat(10_240)}"`, `[${'1,'.repeat(2_000)}1]`, `"${'😀'.repeat(300)}"`],
];

const numbers = ['2147483647', '2147483648', '4294967296', '9007199254740991', '99999999999999999999', '-1', '0'];

/** Values at which a type of parameter is likely to go wrong, as texts of JSON. */
export const edgeTexts: Readonly<Record<string, readonly string[]>> = {
  integer: numbers,
  number: [...numbers, '1e15', '1e300', '-1e300', '1e-300', '0.00001', '1e309'],
  boolean: ['true', 'false', 'null', '"true"', '2'],
  string: [
    ...['"a\\u0000b"', '"\\u0000"', '"\\ud800"', '""', '" "', `"${'y'.repeat(10_240)}"`, '"%_\\\\"', '"__proto__"'],
    ...['"0000-01-01T00:00:00"', '"9999-12-31T23:59:59"', '"+275760-09-13T00:00:00"', '"2026-02-30"', '"0"', '"-1"'],
    ...['"2147483648"', '"1e309"', '"\\ufffe"', '"constructor"', '"2026-01-01T00:00:00Z"', '"\\u202e"', '"😀"'],
  ],
  array: ['[]', '[null]', '[[]]', '[{}]', '[1,1]', `[${'1,'.repeat(1_500)}1]`, '""', '","'],
  object: [
    '{}',
    '{"a\\u0000":1}',
    '{"a":"b\\u0000"}',
    '{"__proto__":{"a":1}}',
    '{"a":{"b":[]}}',
    '{"a":1e308}',
    '[]',
    '{"":""}',
  ],
};

/** Texts for one parameter of a query, encoded: around the bounds of numbers, and what no text can have. */
export const hostileTexts: readonly string[] = [
  ...['2147483647', '2147483648', '4294967296', '9007199254740993', '99999999999999999999', '-1', '0', '-2147483649'],
  ...['1e309', '1e-400', '0.1', 'NaN', '%00', 'a%00b', '%ED%A0%80', '%EF%BF%BF', '', '%20', '__proto__', '[]', '{}'],
  ...['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59', '-000001-01-01', 'x'.repeat(2_000)],
  ...['1,2147483648', '1,,2', '%27%3B--', '%25', '%5C', '%E2%80%AE', '%C2%A0'],
];

/** Names of members and parameters that mean something to the language, or nothing at all. */
export const hostileNames: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then', '', ' ', 'a\\u0000b'],
  ...['a.b', 'a[b]', '\\ud800', '$where', '_method', 'id', 'version', 'x'.repeat(300)],
];

/** Possible parts of a query, encoded. */
export const hostileQueries: readonly string[] = [
  ...['__proto__=1', '__proto__[a]=1', 'constructor[prototype][a]=1', 'a[b][c][d]=1', 'a[]=1&a[]=2', 'a[=1', ']=1'],
  ...['%00=1', 'a=%00', '%ED%A0%80=1', 'a=%ED%A0%80', '%zz=%zz', '%', '&&&', '=', '=1', 'a', '+=+', 'a=b=c;d=e'],
  ...['page=0', 'page=1e3', 'page=2147483647', 'page=2147483648', 'per_page=-1', 'per_page=99999999999999999999'],
  ...['page=1&page=2', 'per_page=1&per_page=', 'id=1&id=2', 'sort=id&sort=-id', 'sort=__proto__', 'q=%00', 'q=%25'],
  ...['_fields=id,name', '_fields=__proto__', '_fields[]=id', '_fields[a]=b', '_fields=a.b.c.d.e', '_embed=1'],
  ...['_embed[]=up', '_embed[0]=up', '_envelope=1', '_envelope[0]=1', '_pretty=1', '_method=HEAD', '_method=DELETE'],
  ...['_method=%00', '_method=TRACE', '_jsonp=alert', '_locale=user', 'context=edit', 'context[]=edit'],
  ...['attr', 'attr=1', 'attr.x=%00', 'attr.%00=1', 'attr.a.b=1', 'attr.__proto__=1', 'attr.x='],
  ...['ids=2147483648', 'ids=1,2,2147483648', 'ids=1,,2', 'category_id=2147483648', 'before_id=99999999999'],
  ...['after_id=-1', 'after=0000-00-00', 'before=9999-12-31T23:59:59', 'after=2030-01-01&before=2020-01-01'],
  ...['orderby=__proto__', 'order=sideways', 'interval=century', 'segmentby=variation', 'fields[]=__proto__'],
  ...[`a=${'x'.repeat(3_000)}`, Array.from({ length: 300 }, (_, index) => `n${index}=1`).join('&')],
  ...[`include=${Array.from({ length: 400 }, (_, index) => index).join(',')}`, `${'a[b]'.repeat(200)}=1`],
];

/** Headers, one or several at a time, as they are sent. */
export const hostileHeaders: readonly (readonly (readonly [string, string])[])[] = [
  ...headersOf('If-Match', [
    '"',
    '*',
    '"1"',
    '"1", "2"',
    'W/"1"',
    '',
    '"1e309"',
    '"-1"',
    '"1.5.6"',
    `"${'x'.repeat(4_000)}"`,
  ]),
  ...headersOf('If-Match', ['"99999999999999999999"', '1', '"\u00ff"', ',,,', '"\\"']),
  ...headersOf('If-None-Match', ['*', '"x"', 'W/"', '"', ',', `"${'x'.repeat(4_000)}"`]),
  ...headersOf('If-Modified-Since', ['nonsense', 'Thu, 01 Jan 1970 00:00:00 GMT']),
  ...headersOf('Idempotency-Key', [
    '',
    'a b',
    '"k"',
    '\u00e4',
    'x'.repeat(255),
    'x'.repeat(300),
    'repeated',
    'repeated',
  ]),
  ...headersOf('Range', ['bytes=0-0', 'bytes=-1', 'bytes=9999999999-', 'lines=1', 'bytes=0-0,1-2', 'bytes=5-1']),
  ...headersOf('Accept', [
    'text/csv',
    '*/*;q=0',
    'application/xml',
    ',',
    ';;;',
    'application/json;q=nan',
    'a/b,'.repeat(900),
  ]),
  ...headersOf('Accept-Encoding', ['gzip;q=0, *;q=0', 'identity;q=0', 'br', 'gzip, br, zstd', '\u00ff', ';']),
  ...headersOf('Accept-Language', ['*', 'x'.repeat(3_000)]),
  ...headersOf('Origin', ['null', 'https://elsewhere.example', 'nonsense', '\u00ff']),
  ...headersOf('X-Request-Id', ['', 'x'.repeat(100), "'; drop table item", '\u00ff', 'ok-1']),
  ...headersOf('Cookie', ['session=abc', '=;;;', `a=${'x'.repeat(3_000)}`, 'backroom_session=%00']),
  ...headersOf('X-HTTP-Method-Override', ['DELETE', 'TRACE', 'HEAD', '', '\u00ff', 'x'.repeat(50)]),
  ...headersOf('Authorization', [
    'Bearer',
    'Bearer x.y.z',
    'Basic %%%',
    'Basic YTpiAA==',
    'Basic YWJj',
    'Digest a="b"',
    '',
  ]),
  ...headersOf('Authorization', [`Bearer ${'a'.repeat(6_000)}`, 'Basic OjphOg==', 'bearer eyJhbGciOiJub25lIn0.e30.']),
  ...headersOf('Expect', ['100-continue', 'nonsense']),
  ...headersOf('X-Forwarded-For', ['10.0.0.1', 'nonsense', `${'1.1.1.1,'.repeat(300)}1.1.1.1`]),
  ...headersOf('Forwarded', ['for="[::1]"', 'for=;;;']),
  ...headersOf('User-Agent', ['', '\u00ff'.repeat(600)]),
  ...headersOf('X-CMS-Nonce', ['0', '\u00ff']),
  ...headersOf('Content-MD5', ['x']),
  [
    ['Idempotency-Key', 'one'],
    ['Idempotency-Key', 'two'],
  ],
  [
    ['If-Match', '"1"'],
    ['If-Match', '"2"'],
  ],
  [
    ['Authorization', 'Bearer a'],
    ['Authorization', 'Bearer b'],
  ],
  [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
  ],
];

function headersOf(name: string, values: readonly string[]): (readonly (readonly [string, string])[])[] {
  return values.map((value) => [[name, value]]);
}

/** Media types that a body may declare. */
export const hostileTypes: readonly string[] = [
  ...[
    '',
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json;charset=latin1',
    'json',
  ],
  ...[
    'application/vnd.api+json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '\u00ff/\u00ff',
  ],
  ...[
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
    'application/json, text/csv',
    '*/*',
    ';',
    '/',
  ],
  ...['application/json; charset="utf-8"', 'APPLICATION/JSON', 'application/octet-stream', 'text/csv; charset=x'],
];

/** Ways to encode a body: how it is named, and what is done. */
export const hostileEncodings: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['gzip', (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes).subarray(0, -6)],
  ['br', (bytes) => bytes],
  ['deflate', (bytes) => Buffer.concat([deflateSync(bytes), bytes])],
  ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ['zstd', (bytes) => bytes],
  ['GZIP', (bytes) => gzipSync(bytes)],
  ['', (bytes) => bytes],
  ['gzip', () => gzipSync(Buffer.alloc(3 << 20, ' '))],
];

/** Bodies that are not what any route takes. */
export const hostileBodies: readonly (() => string | Buffer)[] = [
  ...['{', '}', '[]', '[1]', 'null', '"x"', '1', '1e309', '{"a":}', '{"a":1}}', '\ufeff{}', ' ', '{}{}', "{'a':1}"].map(
    (text) => () => text,
  ),
  () => Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  () => Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  () => Buffer.alloc(40),
  () => '{"a":1,"a":2,"__proto__":{"b":1}}',
  () => nested(1_000, '[', ']'),
  () => nested(50_000, '[', ']'),
  () => nested(2_000, '{"a":', '}').replace(':}', ':1}'),
  () => `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  () => `{"a":"${'x'.repeat(1_100_000)}"}`,
  () => `[${'{},'.repeat(20_000)}{}]`,
  () => 'a=1&a=2&__proto__=1&b[c][]=3&%00=%ED%A0%80&%zz',
  () => 'sku,name\r\nFLOOD-1,"unclosed',
  () => 'sku,name,quantity,nonsense\r\nFLOOD-1,A\u0000B,1e9,2\r\n,,,\r\n',
  () => 'sku;quantity\n"=1+1";-1\nFLOOD-2;99999999999999999999\n',
  () => `sku\r\n${','.repeat(20_000)}`,
  () => '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsku\r\nFLOOD-1\r\n--x--\r\n',
  () => '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x',
  () => '--x\r\nnonsense\r\n\r\n',
];

/** The text before the first header of an extraordinary request; the star is replaced by the route. */
export const hostileStarts: readonly ((method: string, target: string) => string)[] = [
  (method, target) => `${method} ${target} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\nHost: a b\u0000\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method.toLowerCase()} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/3.0\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.0\r\n\r\n`,
  (method, target) => `${method} ${target}\r\n\r\n`,
  (method, target) => `${method} ${target}#a b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} http://elsewhere.example${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} //${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} *${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (method, target) => `${method} ${target}\u0000 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\nConnection: close\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab`,
  (method, target) => `${method} ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\nConnection: close\r\n\r\nab`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\nConnection: close\r\n\r\n0\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
];

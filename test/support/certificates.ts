import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { tlv } from './tlv.ts';

/** A certificate and its private key, both as PEM texts. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** An authority that only the test trusts. */
export interface Authority extends Certificate {
  readonly name: string;
  /** Signs a certificate for these host names and IPv4 addresses, valid from yesterday by default. */
  issue(names: readonly string[], validity?: Validity): Certificate;
}

/** From when until when a certificate holds. */
export interface Validity {
  readonly from?: Date;
  readonly until?: Date;
}

const day = 24 * 60 * 60 * 1000;
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const BASIC_CONSTRAINTS = '2.5.29.19';
const SUBJECT_ALTERNATIVE_NAMES = '2.5.29.17';
const SUBJECT_KEY = '2.5.29.14';
const AUTHORITY_KEY = '2.5.29.35';

/** Makes an authority with a fresh key. */
export function makeAuthority(name: string): Authority {
  const keys = freshKeys();
  const own = signed({
    subject: name,
    publicKey: keys.publicKey,
    issuer: { name, keys },
    validity: {},
    extensions: [extension(BASIC_CONSTRAINTS, sequence(tlv(0x01, Buffer.of(0xff))), true)],
  });
  const issue = (names: readonly string[], validity: Validity = {}): Certificate => {
    const server = freshKeys();
    const certificate = signed({
      subject: names[0] ?? 'nobody',
      publicKey: server.publicKey,
      issuer: { name, keys },
      validity,
      extensions: [extension(SUBJECT_ALTERNATIVE_NAMES, sequence(...names.map(alternativeName)))],
    });
    return { certificate, key: pemOfKey(server.privateKey) };
  };
  return { name, certificate: own, key: pemOfKey(keys.privateKey), issue };
}

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const freshKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

const pemOfKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

function signed(wanted: {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly name: string; readonly keys: Keys };
  readonly validity: Validity;
  readonly extensions: readonly Buffer[];
}): string {
  const { from = new Date(Date.now() - day), until = new Date(Date.now() + 365 * day) } = wanted.validity;
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const keyNames = [
    extension(SUBJECT_KEY, tlv(0x04, keyName(wanted.publicKey))),
    extension(AUTHORITY_KEY, sequence(tlv(0x80, keyName(wanted.issuer.keys.publicKey)))),
  ];
  const content = sequence(
    tlv(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(0x40), randomBytes(15)])),
    algorithm,
    distinguishedName(wanted.issuer.name),
    sequence(time(from), time(until)),
    distinguishedName(wanted.subject),
    wanted.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...keyNames, ...wanted.extensions)),
  );
  const signature = sign('sha256', content, wanted.issuer.keys.privateKey);
  const der = sequence(content, algorithm, tlv(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const keyName = (key: KeyObject): Buffer =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [tlv(0x01, Buffer.of(0xff))] : []), tlv(0x04, value));

const alternativeName = (name: string): Buffer =>
  isIPv4(name) ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name, 'latin1'));

const distinguishedName = (name: string): Buffer =>
  sequence(tlv(0x31, sequence(oid(COMMON_NAME), tlv(0x0c, Buffer.from(name)))));

const time = (at: Date): Buffer =>
  tlv(
    0x18,
    Buffer.from(
      at
        .toISOString()
        .replace(/[-:T]/g, '')
        .replace(/\.\d+Z$/, 'Z'),
    ),
  );

const integer = (bytes: Buffer): Buffer => tlv(0x02, bytes);

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, Buffer.concat(parts));

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((number) => {
    const digits = [number & 0x7f];
    for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return tlv(0x06, Buffer.from(bytes));
}

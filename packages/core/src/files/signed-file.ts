import { type Actor, demand } from '../kernel/actor.ts';
import type { DomainError } from '../kernel/errors.ts';
import { verifyAddress } from './address.ts';
import type { FilePorts, FileStore } from './ports.ts';

/** Unverified parts of a download URL. */
export interface SignedFileInput {
  readonly filename: string;
  readonly expires: string;
  readonly signature: string;
}

/** A file ready for download. */
export interface OpenedFile {
  readonly size: number;
  /** Streams the content; the file is opened on iteration. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** Names, lifetime and refusal of the files behind one signed address. */
export interface SignedFileKind {
  /** Whether a name in an address has the form of this kind. */
  readonly isName: (name: string) => boolean;
  /** Of the stored name. */
  readonly suffix: string;
  /** Milliseconds. */
  readonly lifetime: number;
  /** The refusal of a file that does not exist or has expired. */
  readonly gone: () => DomainError;
}

/**
 * Opens a file for a caller with its signed address, or with the capability `manage_store`.
 * @throws DomainError `unauthenticated`, `forbidden`, and the refusal of the kind
 */
export async function openSigned(
  { files, signatures, clock }: FilePorts,
  actor: Actor,
  {
    input: { filename, expires, signature },
    kind: { isName, suffix, lifetime, gone },
  }: { readonly input: SignedFileInput; readonly kind: SignedFileKind },
): Promise<OpenedFile> {
  const now = clock.now();
  const sent = { expires: /^\d{1,15}$/.test(expires) ? Number(expires) : Number.NaN, signature, now };
  const verdict = verifyAddress(signatures, filename, sent);
  if (verdict === 'wrong') demand(actor, 'manage_store');
  if (verdict === 'over' || !isName(filename)) throw gone();
  const name = `${filename}${suffix}`;
  const found = await files.look(name);
  if (!found || found.writtenAt.getTime() + lifetime <= now.getTime()) throw gone();
  return { size: found.size, chunks: () => chunksOf(files, name, gone) };
}

async function* chunksOf(files: FileStore, name: string, gone: () => DomainError): AsyncGenerator<Uint8Array> {
  const file = await files.open(name);
  if (!file) throw gone();
  try {
    yield* file.chunks();
  } finally {
    await file.close();
  }
}

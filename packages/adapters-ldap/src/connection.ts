import type { connect, Socket } from 'node:net';
import { Client, type Entry, type Filter, type SearchOptions, type SearchResult } from 'ldapts';
import type { ServerAddress } from './addresses.ts';
import { connectToFirst, dial } from './dial.ts';
import type { DirectoryRequest } from './directory-request.ts';
import { DirectoryFailure } from './failure.ts';
import { operationFailure, refusesPerson } from './faults.ts';
import { GuardedStream } from './guarded-stream.ts';
import { isDn } from './names.ts';
import { secure } from './secure.ts';

/** Parameters of one search. */
export interface EntrySearch {
  readonly base: string;
  readonly scope: 'base' | 'sub';
  readonly filter: Filter;
  readonly attributes: readonly string[];
  /** Attributes whose values are bytes. */
  readonly binary?: readonly string[];
  /** Maximum number of entries. */
  readonly limit: number;
}

/** The result of one search. */
export interface FoundEntries {
  readonly entries: readonly Entry[];
  /** Whether more entries match. */
  readonly isTruncated: boolean;
  /** Whether the server returned referrals, which are not followed. */
  readonly hasReferrals: boolean;
}

/** Maximum entries per page. */
export const PAGE_SIZE = 500;
/** Bounds a paged search on a server that never ends it. */
const MOST_PAGES = 20_000;

/** Requests entries without attributes (RFC 4511, 4.5.1.8). */
export const noAttributes: readonly string[] = ['1.1'];

/** One connection to a directory server; it never reconnects. */
export class Connection {
  readonly server: ServerAddress;
  readonly #client: Client;
  readonly #stream: GuardedStream;
  readonly #request: DirectoryRequest;
  readonly #onAbort = () => this.#stream.fail(new DirectoryFailure('operation_timeout'));

  constructor(socket: Socket, server: ServerAddress, request: DirectoryRequest) {
    this.server = server;
    this.#request = request;
    this.#stream = new GuardedStream(socket);
    this.#client = clientOver(this.#stream, request.access.operationTimeoutMs);
    request.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (request.signal.aborted) this.#onAbort();
  }

  /**
   * Binds as the service account, or anonymously without one.
   * @throws DirectoryFailure
   */
  async bindService(): Promise<void> {
    const { bindDn, bindPassword } = this.#request.access;
    const password = bindPassword ?? '';
    if (bindDn !== null && bindDn !== '' && password === '')
      throw new DirectoryFailure('invalid_credentials', 'There is no password for the service account.');
    // The library treats some names as SASL mechanisms.
    if (bindDn !== null && bindDn !== '' && !isDn(bindDn)) throw new DirectoryFailure('bind_refused');
    try {
      await this.#client.bind(bindDn ?? '', bindDn === null || bindDn === '' ? '' : password);
    } catch (error) {
      throw operationFailure(error, 'bind', this.#stream.failure);
    }
  }

  /**
   * Binds as a person; false when the directory refuses the password, or it is empty.
   * @throws DirectoryFailure
   */
  async bindPerson(dn: string, password: string): Promise<boolean> {
    if (password === '' || !isDn(dn)) return false;
    try {
      await this.#client.bind(dn, password);
      return true;
    } catch (error) {
      if (this.#stream.failure === undefined && refusesPerson(error)) return false;
      throw operationFailure(error, 'bind', this.#stream.failure);
    }
  }

  /** @throws DirectoryFailure */
  async search(search: EntrySearch): Promise<FoundEntries> {
    try {
      const found = await this.#client.search(search.base, { ...this.#options(search), sizeLimit: search.limit });
      const isTruncated = this.#stream.lastSearch?.code === 4 || found.searchEntries.length > search.limit;
      return { ...entriesIn(found), isTruncated };
    } catch (error) {
      throw operationFailure(error, 'search', this.#stream.failure);
    }
  }

  /**
   * Searches in pages (RFC 2696); the result is complete when the iteration ends without an error.
   * @throws DirectoryFailure
   */
  async *pages(search: Omit<EntrySearch, 'limit'>): AsyncGenerator<readonly Entry[]> {
    let count = 0;
    try {
      const options = { ...this.#options(search), paged: { pageSize: PAGE_SIZE } };
      for await (const page of this.#client.searchPaginated(search.base, options)) {
        count += 1;
        if (count > MOST_PAGES) throw new DirectoryFailure('size_limit');
        yield page.searchEntries;
      }
    } catch (error) {
      throw operationFailure(error, 'search', this.#stream.failure);
    }
    // The library stops at an empty page, even if the server has further ones.
    if (this.#stream.lastSearch?.hasMore) throw new DirectoryFailure('protocol_error');
  }

  /** Sends an unbind request and closes the connection, regardless of the outcome. */
  async close(): Promise<void> {
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    await this.#client.unbind().catch(() => undefined);
    this.#stream.destroy();
  }

  #options({ scope, filter, attributes, binary = [] }: Omit<EntrySearch, 'limit'>): SearchOptions {
    return {
      scope,
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: [...binary],
      timeLimit: Math.ceil(this.#request.access.operationTimeoutMs / 1_000),
    };
  }
}

/**
 * Connects to the first server that accepts, starts TLS where configured, and binds as the service account.
 * @throws DirectoryFailure
 */
export async function openServiceConnection(request: DirectoryRequest): Promise<Connection> {
  const { socket, server } = await connectToFirst(request);
  const connection = new Connection(await secure(socket, server, request), server, request);
  try {
    await connection.bindService();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * Verifies a person's password with a bind over a separate connection to the same server.
 * @throws DirectoryFailure
 */
export async function verifyPassword(
  person: { readonly dn: string; readonly password: string },
  server: ServerAddress,
  request: DirectoryRequest,
): Promise<boolean> {
  const socket = await dial(server, request);
  const connection = new Connection(await secure(socket, server, request), server, request);
  try {
    return await connection.bindPerson(person.dn, person.password);
  } finally {
    await connection.close();
  }
}

/** A client over an open stream; a second connection, which the library would open by itself, is refused. */
function clientOver(stream: GuardedStream, timeout: number): Client {
  let isUsed = false;
  const createConnection = () => {
    if (isUsed || stream.destroyed) throw new DirectoryFailure('protocol_error', 'The directory ended the connection.');
    isUsed = true;
    return stream as unknown as Socket;
  };
  return new Client({ url: 'ldap://directory', timeout, createConnection: createConnection as typeof connect });
}

const entriesIn = ({ searchEntries, searchReferences }: SearchResult): Omit<FoundEntries, 'isTruncated'> => ({
  entries: searchEntries,
  hasReferrals: searchReferences.length > 0,
});

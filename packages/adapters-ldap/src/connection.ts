import type { connect, Socket } from 'node:net';
import { Client, type Entry, type Filter, type SearchOptions, type SearchResult } from 'ldapts';
import type { ServerAddress } from './addresses.ts';
import { dial, reach } from './dial.ts';
import { DirectoryFailure } from './failure.ts';
import { operationFailure, refusesPerson } from './faults.ts';
import { GuardedStream } from './guarded-stream.ts';
import { isDn } from './names.ts';
import { secure } from './secure.ts';
import type { Visit } from './visit.ts';

/** What is searched, and how much of it is wanted. */
export interface Question {
  readonly base: string;
  readonly scope: 'base' | 'sub';
  readonly filter: Filter;
  readonly attributes: readonly string[];
  /** Attributes whose values are bytes. */
  readonly binary?: readonly string[];
  readonly most: number;
}

/** What a search found. */
export interface Found {
  readonly entries: readonly Entry[];
  /** Whether there is more than was given. */
  readonly isCut: boolean;
  /** Whether the server pointed to other servers, which are not asked. */
  readonly hasPointers: boolean;
}

/** How many people one page has at most. */
export const PAGE_SIZE = 500;
/** More people than any directory has that is read in pages. */
const MOST_PAGES = 20_000;

/** What asks for entries without any attribute (RFC 4511, 4.5.1.8). */
export const noAttributes: readonly string[] = ['1.1'];

/** One connection to a directory; it is never made again behind the back of who uses it. */
export class Connection {
  readonly server: ServerAddress;
  readonly #client: Client;
  readonly #stream: GuardedStream;
  readonly #visit: Visit;
  readonly #giveUp = () => this.#stream.fail(new DirectoryFailure('operation_timeout'));

  constructor(socket: Socket, server: ServerAddress, visit: Visit) {
    this.server = server;
    this.#visit = visit;
    this.#stream = new GuardedStream(socket);
    this.#client = clientOver(this.#stream, visit.access.operationTimeoutMs);
    visit.signal.addEventListener('abort', this.#giveUp, { once: true });
    if (visit.signal.aborted) this.#giveUp();
  }

  /**
   * Signs in as the service account, or as nobody where there is none.
   * @throws DirectoryFailure
   */
  async bindService(): Promise<void> {
    const { bindDn, bindPassword } = this.#visit.access;
    const password = bindPassword ?? '';
    if (bindDn !== null && bindDn !== '' && password === '')
      throw new DirectoryFailure('invalid_credentials', 'There is no password for the service account.');
    // The library takes some names for those of other ways to sign in.
    if (bindDn !== null && bindDn !== '' && !isDn(bindDn)) throw new DirectoryFailure('bind_refused');
    try {
      await this.#client.bind(bindDn ?? '', bindDn === null || bindDn === '' ? '' : password);
    } catch (error) {
      throw operationFailure(error, 'bind', this.#stream.failure);
    }
  }

  /**
   * Whether a person has this password, which is not empty.
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

  /**
   * Searches once.
   * @throws DirectoryFailure
   */
  async search(question: Question): Promise<Found> {
    try {
      const found = await this.#client.search(question.base, { ...this.#options(question), sizeLimit: question.most });
      const isCut = this.#stream.lastSearch?.code === 4 || found.searchEntries.length > question.most;
      return { ...foundIn(found), isCut };
    } catch (error) {
      throw operationFailure(error, 'search', this.#stream.failure);
    }
  }

  /**
   * Searches page by page; what it gives is complete when it ends without an error.
   * @throws DirectoryFailure
   */
  async *pages(question: Omit<Question, 'most'>): AsyncGenerator<readonly Entry[]> {
    let count = 0;
    try {
      const options = { ...this.#options(question), paged: { pageSize: PAGE_SIZE } };
      for await (const page of this.#client.searchPaginated(question.base, options)) {
        count += 1;
        if (count > MOST_PAGES) throw new DirectoryFailure('size_limit');
        yield page.searchEntries;
      }
    } catch (error) {
      throw operationFailure(error, 'search', this.#stream.failure);
    }
    // The library stops at a page without entries, after which others may follow.
    if (this.#stream.lastSearch?.hasMore) throw new DirectoryFailure('protocol_error');
  }

  /** Says goodbye, and ends the connection whatever the server makes of it. */
  async close(): Promise<void> {
    this.#visit.signal.removeEventListener('abort', this.#giveUp);
    await this.#client.unbind().catch(() => undefined);
    this.#stream.destroy();
  }

  #options({ scope, filter, attributes, binary = [] }: Omit<Question, 'most'>): SearchOptions {
    return {
      scope,
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: [...binary],
      timeLimit: Math.ceil(this.#visit.access.operationTimeoutMs / 1_000),
    };
  }
}

/**
 * Connects to the first server that accepts, encrypts where the settings say so, and signs in as the service account.
 * @throws DirectoryFailure
 */
export async function openSignedIn(visit: Visit): Promise<Connection> {
  const { socket, server } = await reach(visit);
  const connection = new Connection(await secure(socket, server, visit), server, visit);
  try {
    await connection.bindService();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * Whether a person has this password, asked over a connection of its own to the same server.
 * @throws DirectoryFailure
 */
export async function vouchesFor(
  person: { readonly dn: string; readonly password: string },
  server: ServerAddress,
  visit: Visit,
): Promise<boolean> {
  const socket = await dial(server, visit);
  const connection = new Connection(await secure(socket, server, visit), server, visit);
  try {
    return await connection.bindPerson(person.dn, person.password);
  } finally {
    await connection.close();
  }
}

/** The library opens connections by itself; here it gets one that is open, and never a second one. */
function clientOver(stream: GuardedStream, timeout: number): Client {
  let isGiven = false;
  const createConnection = () => {
    if (isGiven || stream.destroyed)
      throw new DirectoryFailure('protocol_error', 'The directory ended the connection.');
    isGiven = true;
    return stream as unknown as Socket;
  };
  return new Client({ url: 'ldap://directory', timeout, createConnection: createConnection as typeof connect });
}

const foundIn = ({ searchEntries, searchReferences }: SearchResult): Omit<Found, 'isCut'> => ({
  entries: searchEntries,
  hasPointers: searchReferences.length > 0,
});

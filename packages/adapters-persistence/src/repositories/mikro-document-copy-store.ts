import type { DocumentCopyStore, DocumentState } from '@backroom/core/outbound';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import { DocumentCopyEntity, documentColumns, toDocumentState } from '../entities/document-copy.ts';

const fresh = { disableIdentityMap: true } as const;

/** Names of the documents; the migrations add a row for each. */
type DocumentName = 'extensions' | 'suggestions' | 'knowledge_base';

/** The copy of one document of the operator in PostgreSQL. */
export class MikroDocumentCopyStore implements DocumentCopyStore {
  readonly #database: Database;
  readonly #name: DocumentName;

  constructor(database: Database, name: DocumentName) {
    this.#database = database;
    this.#name = name;
  }

  read(): Promise<DocumentState> {
    return this.#find({});
  }

  hold(): Promise<DocumentState> {
    return this.#find({ lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  async document(): Promise<{ readonly revision: number; readonly text: string } | undefined> {
    const { revision, document } = await this.#database
      .session()
      .findOneOrFail(DocumentCopyEntity, { name: this.#name }, { ...fresh, fields: ['revision', 'document'] });
    return document == null ? undefined : { revision, text: document };
  }

  async save(state: DocumentState, document?: string): Promise<void> {
    const columns = { ...documentColumns(state), ...(document !== undefined && { document }) };
    await this.#database.session().nativeUpdate(DocumentCopyEntity, { name: this.#name }, columns);
  }

  async #find(options: { readonly lockMode?: LockMode.PESSIMISTIC_WRITE }): Promise<DocumentState> {
    const where = { name: this.#name };
    return toDocumentState(
      await this.#database.session().findOneOrFail(DocumentCopyEntity, where, { ...fresh, ...options }),
    );
  }
}

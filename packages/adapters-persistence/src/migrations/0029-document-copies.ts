import { Migration } from '@mikro-orm/migrations';

/** Documents of the operator: the copy of the extension catalogue becomes one of several, by name. */
export class DocumentCopies extends Migration {
  override up(): void {
    this.addSql('alter table extension_catalogue rename to document_copy');
    this.addSql('alter table document_copy add column name varchar(40)');
    this.addSql("update document_copy set name = 'extensions'");
    this.addSql('alter table document_copy drop column id');
    this.addSql('alter table document_copy add constraint document_copy_pkey primary key (name)');
    this.addSql(`
      insert into document_copy (name, revision, revoked_keys)
      values ('suggestions', 0, '{}'), ('knowledge_base', 0, '{}')`);
  }
}

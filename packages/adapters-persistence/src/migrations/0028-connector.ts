import { Migration } from '@mikro-orm/migrations';

/** The pairing with another installation: site tokens, nonces of signed requests, and errors. */
export class Connector extends Migration {
  override up(): void {
    this.addSql(`
      create table connector_pairing (
        id int primary key,
        state varchar(9) not null,
        own_url text,
        site_id varchar(36),
        public_key varchar(44),
        sealed_key text,
        remote jsonb,
        expires_at timestamptz(3),
        paired_at timestamptz(3),
        paired_by int,
        sent_at timestamptz(3),
        fault varchar(100),
        heard jsonb,
        constraint connector_pairing_id_check check (id = 1),
        constraint connector_pairing_state_check check (state in ('none', 'requested', 'offered', 'approved', 'paired')),
        constraint connector_pairing_half_check check ((state in ('requested', 'offered')) = (expires_at is not null)),
        constraint connector_pairing_token_check check ((state = 'none') = (site_id is null))
      )`);
    this.addSql("insert into connector_pairing (id, state) values (1, 'none')");
    this.addSql(`
      create table connector_nonce (
        nonce varchar(64) not null,
        direction varchar(8) not null,
        expires_at timestamptz(3) not null,
        constraint connector_nonce_pkey primary key (nonce, direction),
        constraint connector_nonce_direction_check check (direction in ('sent', 'received'))
      )`);
    this.addSql('create index connector_nonce_expires_at_index on connector_nonce (expires_at)');
    this.addSql(`
      create table connector_error (
        error_code varchar(100) not null,
        user_id int not null,
        is_verified boolean not null,
        error_message text not null,
        error_data jsonb not null,
        error_type varchar(100) not null,
        timestamp timestamptz(3) not null,
        request_nonce varchar(64),
        nonce_digest varchar(200),
        expires_at timestamptz(3),
        constraint connector_error_pkey primary key (error_code, user_id, is_verified),
        constraint connector_error_verified_check check (is_verified = (expires_at is null))
      )`);
  }
}

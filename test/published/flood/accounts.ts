import type { MadeAccount, ServerProcess } from '../../resilience/server-process.ts';
import { plantedPassword } from './good-values.ts';
import type { Sender } from './requests.ts';

type Role = Exclude<Sender, 'anonymous'>;

/**
 * The accounts in whose name the flood is sent. Some requests end their own account or its sessions; another account takes
 * its place as soon as that shows.
 */
export class FloodAccounts {
  readonly #server: ServerProcess;
  readonly #current = new Map<Sender, MadeAccount>();
  /** Everything that must be found nowhere. */
  readonly secrets = new Map<string, string>([[plantedPassword, 'a password']]);
  renewals = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  of(sender: Sender): MadeAccount | undefined {
    return this.#current.get(sender);
  }

  /** Makes an account for a role, unless another has taken the place of this one already. */
  async renew(role: Role, ended?: MadeAccount): Promise<void> {
    const renewed = this.#turn.then(async () => {
      if (this.#current.get(role) !== ended) return;
      const made = await this.#server.makeAccount({ role, password: plantedPassword });
      this.secrets.set(made.applicationPassword, 'an application password');
      this.#current.set(role, made);
      this.renewals += 1;
    });
    this.#turn = renewed;
    await renewed;
  }

  /** Renews an account that cannot do any more what its role can. */
  async lookAfter(role: Role): Promise<void> {
    const account = this.#current.get(role);
    if (!account) return;
    const response = await fetch(`${this.#server.url}/users/me`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    const me = (await response.json()) as { readonly role?: string; readonly must_change_password?: boolean };
    const shop = await fetch(`${this.#server.url}/index.php?rest_route=/cms/v2/users/me/application-passwords`, {
      headers: { authorization: `Basic ${btoa(`${account.username}:${account.applicationPassword}`)}` },
    });
    await shop.arrayBuffer();
    if (me.role !== role || me.must_change_password === true || shop.status === 401) await this.renew(role, account);
  }
}

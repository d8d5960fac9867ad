import { nameKey } from '../../kernel/text.ts';
import { DEEPEST } from '../category.ts';
import { categoryNotFound, categoryTooDeep, locationNotFound } from '../errors.ts';
import type { Location } from '../location.ts';
import type { InventoryPorts } from '../ports.ts';
import type { LocationRef } from '../stock-account.ts';
import type { CategoryNode } from './ports.ts';

/** Categories and locations named by the rows of an import, including those it creates. */
export class References {
  readonly #ports: InventoryPorts;
  readonly #mayMake: boolean;
  readonly #categories = new Map<string, number>();
  readonly #categoryIds = new Set<number>();
  readonly #codes = new Map<string, Location>();
  readonly #locations = new Map<number, Location>();

  /** `mayMake` permits the creation of missing ones; otherwise they are refused. */
  constructor(ports: InventoryPorts, mayMake: boolean) {
    this.#ports = ports;
    this.#mayMake = mayMake;
  }

  /** Reads the tree of categories and locks it. */
  async readCategories(): Promise<void> {
    await this.#ports.categories.holdTree();
    for (const node of await this.#ports.imports.categories()) this.#know(node);
  }

  /** Reads these locations unless already known. */
  async readLocations(refs: readonly LocationRef[]): Promise<void> {
    const unknown = refs.filter((ref) => !('id' in ref && this.#locations.has(ref.id)));
    if (unknown.length === 0) return;
    for (const location of await this.#ports.imports.locations(unknown)) this.#knowLocation(location);
  }

  /** @throws DomainError `category_not_found` */
  demandCategory(id: number): void {
    if (!this.#categoryIds.has(id)) throw categoryNotFound();
  }

  /**
   * Id of the category at the end of a path from the root; undefined if it has yet to be created.
   * @throws DomainError `category_not_found`, `category_too_deep`
   */
  categoryAt(path: readonly string[]): number | undefined {
    if (path.length > DEEPEST + 1) throw categoryTooDeep('categoryPath');
    let id: number | undefined;
    for (const name of path) {
      id = this.#categories.get(siblingKey(id ?? null, name));
      if (id === undefined) break;
    }
    if (id === undefined && !this.#mayMake) throw categoryNotFound('categoryPath');
    return id;
  }

  /**
   * The location with this id or code; undefined if it has yet to be created.
   * @throws DomainError `location_not_found`
   */
  locationAt(ref: LocationRef, field: string): Location | undefined {
    const found = 'id' in ref ? this.#locations.get(ref.id) : this.#codes.get(ref.code.toLowerCase());
    if (found === undefined && ('id' in ref || !this.#mayMake)) throw locationNotFound(field);
    return found;
  }

  /** Creates the missing ones of these locations. */
  async makeLocations(codes: Iterable<string>): Promise<void> {
    for (const code of codes) {
      if (this.#codes.has(code.toLowerCase())) continue;
      const fields = { code, name: code, parentId: null, archived: false };
      this.#knowLocation(await this.#ports.locations.insert(fields, this.#ports.clock.now()));
    }
  }

  /** Creates the missing categories of these paths, level by level. */
  async makeCategories(paths: readonly (readonly string[])[]): Promise<void> {
    for (let level = 0; level <= DEEPEST; level += 1) {
      const missing = new Map<string, Pick<CategoryNode, 'name' | 'parentId'>>();
      for (const path of paths) {
        const name = path[level];
        if (name === undefined) continue;
        const parentId = level === 0 ? null : (this.categoryAt(path.slice(0, level)) ?? null);
        const key = siblingKey(parentId, name);
        if (!this.#categories.has(key) && !missing.has(key)) missing.set(key, { name, parentId });
      }
      await this.#insert([...missing.values()]);
    }
  }

  async #insert(missing: readonly Pick<CategoryNode, 'name' | 'parentId'>[]): Promise<void> {
    if (missing.length === 0) return;
    const ids = await this.#ports.imports.insertCategories(missing, this.#ports.clock.now());
    for (const [index, node] of missing.entries()) this.#know({ ...node, id: ids[index] ?? 0 });
  }

  #know({ id, name, parentId }: CategoryNode): void {
    this.#categories.set(siblingKey(parentId, name), id);
    this.#categoryIds.add(id);
  }

  #knowLocation(location: Location): void {
    this.#codes.set(location.code.toLowerCase(), location);
    this.#locations.set(location.id, location);
  }
}

/** Names are unique among siblings, case-insensitively. */
const siblingKey = (parentId: number | null, name: string): string => `${parentId ?? 0} ${nameKey(name)}`;

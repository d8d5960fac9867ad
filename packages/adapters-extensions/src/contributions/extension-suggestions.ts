import type { ExtensionDeclaration, ExtensionRuntime } from '@backroom/core/extensions';
import { type ContributedSuggestions, readSuggestions, type Suggestions } from '@backroom/core/marketing';

const known = new WeakMap<ExtensionDeclaration, Suggestions>();

/**
 * The suggestions of a declaration; read once.
 * @throws DomainError `suggestions_invalid` that names the first faulty member
 */
export function contributedSuggestionsOf(declaration: ExtensionDeclaration): Suggestions {
  const read = known.get(declaration) ?? readSuggestions(JSON.stringify(declaration.suggestions));
  known.set(declaration, read);
  return read;
}

/** Suggestions of the extensions that run here. */
export class RuntimeSuggestions implements ContributedSuggestions {
  readonly #runtime: Pick<ExtensionRuntime, 'contributions'>;

  constructor(runtime: Pick<ExtensionRuntime, 'contributions'>) {
    this.#runtime = runtime;
  }

  async list(): Promise<readonly Suggestions[]> {
    return this.#runtime.contributions().map(({ declaration }) => contributedSuggestionsOf(declaration));
  }
}

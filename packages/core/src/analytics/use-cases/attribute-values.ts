import { fold } from '../../kernel/text.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { ReportPorts } from '../report-ports.ts';

/** A value of a shared attribute, as filters of reports take it: `key:value`. */
export interface FilterableAttributeValue {
  readonly attributeId: number;
  readonly termId: number;
  readonly key: string;
  readonly value: string;
  readonly attribute: string;
  readonly term: string;
}

/** Words to find values by; without them the first ones. */
export interface FindAttributeValuesInput {
  /** Part of the name of the attribute, of the value, or of both with a space between. */
  readonly q?: string;
  readonly limit: number;
}

/** Finds values of shared attributes, in the order of the attributes; what single products define is not among them. */
export const findAttributeValues = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ taxonomy }: Pick<ReportPorts, 'taxonomy'>) =>
    async (_, { q = '', limit }: FindAttributeValuesInput): Promise<readonly FilterableAttributeValue[]> => {
      const wanted = fold(q).trim();
      const found: FilterableAttributeValue[] = [];
      for (const { id: attributeId, key, name, terms } of await taxonomy.attributes())
        for (const { id: termId, name: term, slug } of terms) {
          if (found.length === limit) return found;
          if (fold(`${name} ${term}`).includes(wanted))
            found.push({ attributeId, termId, key, value: slug, attribute: name, term });
        }
      return found;
    },
);

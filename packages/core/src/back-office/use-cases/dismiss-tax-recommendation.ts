import { useCase } from '../../kernel/use-case.ts';
import { changeOptions } from '../option-change.ts';
import { optionNames } from '../option-table.ts';
import type { BackOfficePorts } from '../ports.ts';

/** Hides the recommendation of a tax service for all users, permanently. */
export const dismissTaxRecommendation = useCase(
  { access: 'manage_store', effect: 'write', audit: 'option.update' },
  (ports: BackOfficePorts) =>
    async (actor, _: object, { note }): Promise<void> => {
      await changeOptions(ports, { actor, note }, new Map([[optionNames.taxRecommendationsHidden, 'yes']]));
    },
);

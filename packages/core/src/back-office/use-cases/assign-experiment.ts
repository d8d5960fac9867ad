import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { anonIdInvalid, experimentNameRequired, testNameInvalid } from '../errors.ts';
import { isRunning, variationFor } from '../experiment.ts';
import { optionNames } from '../option-table.ts';
import type { BackOfficePorts } from '../ports.ts';

/** The experiment and the participant, by default the caller's account. */
export interface AssignExperimentInput {
  readonly experimentName?: string;
  readonly anonId?: string;
}

/** The assigned variation; null is the control group. */
export interface Assignment {
  readonly experimentName: string;
  readonly variation: string | null;
}

const LONGEST_ANON_ID = 200;

/**
 * Assigns a variation of an experiment; null if the experiment is unknown or not active, or the shop does not allow
 * tracking.
 * @throws DomainError `shop_rest_experiment_name_required`, `invalid_test_name`, `invalid_anon_id`
 */
export const assignExperiment = useCase(
  {
    access: 'manage_store',
    effect: 'read',
    refusals: { malformed: ['shop_rest_experiment_name_required', 'invalid_test_name', 'invalid_anon_id'] },
  },
  ({ options, experiments, digests, clock }: BackOfficePorts) =>
    async (actor, { experimentName = '', anonId }: AssignExperimentInput): Promise<Assignment> => {
      if (experimentName === '') throw experimentNameRequired();
      if (!/^[a-z0-9_]+$/.test(experimentName)) throw testNameInvalid();
      if (anonId === '' || (anonId ?? '').length > LONGEST_ANON_ID) throw anonIdInvalid();
      const experiment = experiments.find(({ name }) => name === experimentName);
      const userId = userIdOf(actor);
      if (!experiment || !isRunning(experiment, clock.now())) return { experimentName, variation: null };
      const allowed = (await options.read([optionNames.allowTracking])).get(optionNames.allowTracking);
      if (allowed !== 'yes') return { experimentName, variation: null };
      const participant = { anonId: anonId ?? `user:${userId}`, userId };
      return { experimentName, variation: variationFor(experiment, participant, (text) => digests.sha256(text)) };
    },
);

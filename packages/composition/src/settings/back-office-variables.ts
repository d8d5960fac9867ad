import { readFileSync } from 'node:fs';
import { defaultSettings } from '@backroom/core';
import type { Experiment } from '@backroom/core/back-office';
import { demandTasks, type OnboardingTask } from '@backroom/core/onboarding';
import * as v from 'valibot';
import { list, text, variable } from './variable.ts';

const features = v.pipe(
  list,
  v.check(
    (entries) => entries.every((entry) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(entry)),
    'must be names like core-profiler, separated by commas',
  ),
);
const email = v.pipe(text, v.email('must be an e-mail address'));

/** Features, contact and experiments of the administration screens. */
export const backOfficeVariables = {
  SHOP_FEATURES: variable(features, 'The enabled features of the shop, separated by commas.', {
    defaultValue: defaultSettings.features.join(','),
  }),
  SITE_EMAIL: variable(email, 'The contact address of the shop.'),
  EXPERIMENTS_FILE: variable(
    text,
    'A JSON file with a list of experiments: [{"name": "new_menu", "allocation": 50, "variations": [{"name": "treatment", "weight": 1}]}].',
  ),
  ONBOARDING_TASKS_FILE: variable(
    text,
    'A JSON file with a list of tasks of onboarding: [{"id": "count-stock", "listId": "setup", "title": "Count the stock", "content": "…"}].',
  ),
} as const;

const name = v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,100}$/));
const moment = v.pipe(v.string(), v.isoTimestamp());
const experiment = v.pipe(
  v.strictObject({
    name,
    salt: v.optional(v.string()),
    allocation: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    variations: v.pipe(
      v.array(v.strictObject({ name, weight: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)) })),
      v.minLength(1),
    ),
    force: v.optional(v.record(v.string(), name)),
    start: v.optional(moment),
    end: v.optional(moment),
  }),
  v.check(({ variations }) => variations.some(({ weight }) => weight > 0)),
  v.check(({ variations, force = {} }) => {
    const names = [...variations.map((each) => each.name), 'control'];
    return Object.values(force).every((each) => names.includes(each));
  }),
);
const experiments = v.pipe(
  v.array(experiment),
  v.check((all) => new Set(all.map((each) => each.name)).size === all.length),
);

/** Reads the experiments file; adds a fault when it is invalid. */
export function readExperiments(path: string | undefined, faults: string[]): readonly Experiment[] {
  if (path === undefined) return [];
  const read = v.safeParse(experiments, parsedFile(path));
  if (read.success) return read.output as readonly Experiment[];
  const [{ message, path: keys = [] }] = read.issues;
  const where = keys.map(({ key }) => String(key)).join('.');
  faults.push(
    `EXPERIMENTS_FILE must name a JSON file with a list of experiments: ${where === '' ? '' : `${where}: `}${message}.`,
  );
  return [];
}

/** Reads the file of onboarding tasks; adds a fault when it is invalid. */
export function readOnboardingTasks(path: string | undefined, faults: string[]): readonly OnboardingTask[] {
  if (path === undefined) return [];
  const tasks = parsedFile(path);
  try {
    demandTasks(tasks);
    return tasks;
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    faults.push(`ONBOARDING_TASKS_FILE must name a JSON file with a list of tasks: ${fault.message}`);
    return [];
  }
}

function parsedFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

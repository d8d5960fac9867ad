import { choice, flag, integer, listOf, namedObject, objectOf, text } from '../../interface/schema.ts';
import type { Schema } from '../../kernel/schema.ts';
import { settingGroups, settingTypes } from '../index.ts';

/** A value of any type of a setting. */
const value = (description: string): Schema => ({ description });

const recomputation = (description: string) =>
  objectOf(
    {
      facts: flag({ description: 'The facts of all orders, and with them the sums.' }),
      sums: flag({ description: 'The sums of reports.' }),
    },
    { description },
  );

const settingShape = namedObject('Setting', {
  name: text(),
  label: text(),
  description: text(),
  group: choice(settingGroups),
  unit: text({ nullable: true }),
  type: choice(settingTypes, { description: 'How it is entered; `choices` is a list of some of `choices`.' }),
  nullable: flag({ description: 'Whether null is a value of it.' }),
  choices: listOf(text(), { nullable: true }),
  minimum: integer({ nullable: true }),
  maximum: integer({ nullable: true }),
  max_length: integer({ nullable: true }),
  pattern: text({ nullable: true }),
  value: value('The value that holds.'),
  default: value('The value of a new shop of this installation.'),
  recomputes: choice(['facts', 'sums'], { nullable: true, description: 'What a change of it recomputes.' }),
});

/** The settings of the shop, as published. */
export const settingsShape = namedObject('Settings', {
  version: integer({ description: 'Of what is stored; it is the entity tag.' }),
  dry_run: flag({ description: 'Whether the change was only tried.' }),
  changes: listOf(objectOf({ name: text(), from: value('The old value.'), to: value('The new value.') })),
  recompute: recomputation('What the change recomputes, beside requests.'),
  under_way: recomputation('What is being recomputed now.'),
  settings: listOf(settingShape),
});

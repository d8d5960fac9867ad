import { type Route, route, section } from '../../interface/route.ts';
import { flag } from '../../interface/schema.ts';
import { recordIn } from '../../interface/shop/records/params.ts';
import { plainTypeOf, type Schema, type Schemas } from '../../kernel/schema.ts';
import { listSettings, type SettingsReport, settingsRecord, updateSettings } from '../index.ts';
import { presentSettings } from './presenters.ts';
import { settingsShape } from './shapes.ts';

/** A setting as a parameter: a missing one keeps its value, and null is one only where the setting may be empty. */
function paramOf({
  standIn,
  enum: choices,
  minimum,
  maximum,
  maxLength,
  maxItems,
  pattern,
  items,
  ...schema
}: Schema): Schema {
  const isNullable = standIn === null;
  const type = plainTypeOf(schema);
  return {
    type,
    ...(isNullable && { nullable: true }),
    ...(choices && { enum: choices }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength }),
    ...(maxItems !== undefined && { maxItems }),
    ...(type === 'string' && !choices && !isNullable && { minLength: 1 }),
    ...(pattern !== undefined && { pattern }),
    ...(items && { items: paramOf(items) }),
  };
}

const params: Schemas = Object.fromEntries(
  Object.entries(settingsRecord.properties ?? {}).map(([name, schema]) => [name, paramOf(schema)]),
);

/** The version, and what is being recomputed, so that a kept answer does not hide its end. */
const tagOf = ({ version, underWay: { facts, sums } }: SettingsReport): string =>
  [version, ...(facts ? ['facts'] : []), ...(sums ? ['sums'] : [])].join('.');

/** Routes of the settings of the shop. */
export const settingRoutes: readonly Route[] = section(
  'Settings',
  route({
    methods: ['GET'],
    path: '/settings',
    summary: 'List the settings of the shop with their meanings, limits and defaults.',
    useCase: listSettings,
    present: presentSettings,
    etag: tagOf,
    returns: settingsShape,
  }),
  route({
    methods: ['PATCH'],
    path: '/settings',
    summary: 'Change settings of the shop; what depends on them is recomputed beside requests.',
    params: {
      dry_run: flag({
        in: 'query',
        default: false,
        description: 'Reports what the change would recompute; nothing is stored.',
      }),
      ...params,
    },
    versioned: true,
    useCase: updateSettings,
    input: ({ dryRun, expectedVersions, ...given }) => ({
      dryRun: dryRun === true,
      record: recordIn(params, given),
      ...(expectedVersions && { expectedVersions }),
    }),
    present: presentSettings,
    etag: tagOf,
    returns: settingsShape,
  }),
);

import { choice, dateTime, flag, integer, listOf, namedObject, text } from '../../interface/schema.ts';
import type { Schema } from '../../kernel/schema.ts';
import { extensionStates } from '../index.ts';

/** An installed extension, as published. */
export const extensionShape = namedObject('Extension', {
  slug: text(),
  title: text(),
  version: text(),
  is_active: flag({ description: 'Whether servers load it.' }),
  state: choice(extensionStates),
  failure: text({ nullable: true, description: 'Why it is `failed`.' }),
  rights: listOf(text(), { description: 'Capabilities that its installation granted.' }),
  is_signed: flag({ description: 'False for a folder of EXTENSIONS_UNSIGNED.' }),
  previous_version: text({ nullable: true, description: 'The version that a downgrade returns to.' }),
  installed_at: dateTime(),
  activated_at: dateTime({ nullable: true }),
});

/** A product of the catalogue, as published. */
export const offerShape = namedObject('ExtensionOffer', {
  slug: text(),
  type: choice(['plugin', 'theme']),
  name: text(),
  description: text(),
  version: text(),
  vendor: text(),
  price: text({ description: 'A decimal number: `49.00`.' }),
  currency: text(),
  billing: choice(['free', 'once', 'yearly']),
  documentation_url: text({ nullable: true }),
  is_installable: flag({ description: 'Whether the catalogue has a package of it, and a valid signature.' }),
  needs_version: text({
    nullable: true,
    description: 'The version of the server that it needs, where this one is older.',
  }),
  installed_version: text({ nullable: true }),
  has_update: flag({ description: 'Whether its version is newer than the installed one.' }),
});

/** What a package asks for, as published. */
export const inspectedShape = namedObject('InspectedExtension', {
  slug: text(),
  title: text(),
  version: text(),
  rights: listOf(text(), { description: 'Capabilities that its installation grants.' }),
  new_rights: listOf(text(), { description: 'Those of them that the installed version does not have.' }),
  hosts: listOf(text(), { description: 'Hosts that it may send requests to; `*` for any public one.' }),
});

const any = (description: string): Schema => ({ description });

/** A setting that an extension declares, as published. */
export const declaredSettingShape = namedObject('ExtensionSetting', {
  name: text(),
  type: text({ nullable: true, description: 'Of JSON; null where any is a value.' }),
  description: text({ nullable: true }),
  choices: listOf(any('A permitted value.'), { nullable: true }),
  minimum: any('The least number; null without one.'),
  maximum: any('The largest number; null without one.'),
  max_length: integer({ nullable: true }),
  value: any('The value that holds.'),
  default: any('The value without one of an administrator.'),
});

/** The outcome of an update, as published. */
export const updateShape = namedObject('ExtensionUpdate', {
  outcome: choice(['current', 'updated', 'rolled_back']),
  version: text({ description: 'The version that is installed now.' }),
  reason: text({ nullable: true, description: 'Why the newer version was given up.' }),
});

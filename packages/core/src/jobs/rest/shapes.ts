import { choice, dateTime, integer, listOf, namedObject, objectOf, record, text } from '../../interface/schema.ts';
import { jobActions, jobStates } from '../index.ts';

/** A background job, as published. */
export const jobShape = namedObject('Job', {
  id: text(),
  kind: text(),
  user_id: integer({ nullable: true, description: 'The account that asked for it; null for the system itself.' }),
  state: choice(jobStates),
  asked: record({ nullable: true, description: 'What was asked for, as far as its kind shows it.' }),
  done: integer({ description: 'Progress, in units of its kind.' }),
  total: integer({ nullable: true, description: 'Null until it is known.' }),
  error: objectOf({ code: text(), message: text() }, { nullable: true, description: 'Why the last attempt failed.' }),
  failures: integer({ description: 'Failures in a row of the step at hand.' }),
  not_before: dateTime({ nullable: true, description: 'It does not start earlier.' }),
  created_at: dateTime(),
  started_at: dateTime({ nullable: true }),
  ended_at: dateTime({ nullable: true }),
  links: record({ description: 'Addresses of what it has made: `file` is the download of an export.' }),
  actions: listOf(choice(jobActions), { description: 'What the caller may do with it now.' }),
});

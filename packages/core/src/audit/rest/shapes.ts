import { choice, dateTime, integer, listOf, namedObject, record, text } from '../../interface/schema.ts';
import { auditOutcomes } from '../entry.ts';

/** An audit record, as published. */
export const auditEntryShape = namedObject('AuditEntry', {
  id: integer(),
  at: dateTime(),
  actor_user_id: integer({ nullable: true }),
  actor_username: text({ nullable: true, description: '`cli:<name>` for a user of the command line.' }),
  actor_ip: text({ nullable: true }),
  user_agent: text({ nullable: true }),
  request_id: text({ nullable: true }),
  action: text(),
  target_type: text({ nullable: true }),
  target_id: text({ nullable: true }),
  outcome: choice(auditOutcomes),
  reason: text({ nullable: true, description: 'The code of the refusal, or a reason that is only in this log.' }),
  changes: record({ nullable: true, description: 'What each member was and is; `true` for secrets.' }),
});

/** Words for the filters of the audit log, as published. */
export const auditFilterWordsShape = namedObject('AuditFilterWords', {
  actions: listOf(text()),
  actors: listOf(text(), { description: 'Names in lower case.' }),
  target_types: listOf(text()),
});

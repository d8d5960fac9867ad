import { defineEntity, p } from '@mikro-orm/core';

export const AuditEventRow = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_event',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    at: p.datetime(3),
    actorUserId: p.integer().nullable(),
    actorUsername: p.string().length(150).nullable(),
    /** The folded username of the actor, for look-ups. */
    actorKey: p.string().length(200).nullable().collation('C'),
    actorIp: p.string().length(64).nullable(),
    userAgent: p.string().length(256).nullable(),
    requestId: p.string().length(64).nullable(),
    action: p.string().length(64).collation('C'),
    targetType: p.string().length(64).nullable(),
    targetId: p.string().length(200).nullable(),
    outcome: p.string().length(8),
    reason: p.string().length(200).nullable(),
    changes: p.json<unknown>().nullable(),
  },
  indexes: [
    { name: 'audit_event_at_index', properties: ['at'] },
    { name: 'audit_event_action_index', properties: ['action', 'id'] },
    {
      name: 'audit_event_actor_user_id_index',
      properties: ['actorUserId', 'id'],
      where: 'actor_user_id is not null',
    },
    { name: 'audit_event_actor_key_index', properties: ['actorKey', 'id'], where: 'actor_key is not null' },
    {
      name: 'audit_event_target_index',
      properties: ['targetType', 'targetId', 'id'],
      where: 'target_id is not null',
    },
    { name: 'audit_event_outcome_index', properties: ['outcome', 'id'], where: "outcome <> 'ok'" },
  ],
  checks: [{ name: 'audit_event_outcome_check', expression: "outcome in ('ok', 'denied', 'failed')" }],
});

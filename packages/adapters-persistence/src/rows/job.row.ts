import { defineEntity, p } from '@mikro-orm/core';

/** A background job. */
export const JobRow = defineEntity({
  name: 'Job',
  tableName: 'job',
  properties: {
    id: p.string().length(36).primary(),
    kind: p.string().length(64).collation('C'),
    key: p.string().length(200).nullable().collation('C'),
    userId: p.integer().nullable(),
    input: p.json<unknown>(),
    state: p.string().length(9),
    place: p.json<unknown>().nullable(),
    done: p.bigint('number'),
    total: p.bigint('number').nullable(),
    result: p.json<unknown>().nullable(),
    failures: p.integer(),
    error: p.json<unknown>().nullable(),
    priority: p.integer(),
    notBefore: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    run: p.integer(),
    isSettled: p.boolean(),
    /** By the clock of the database. */
    leaseUntil: p.datetime(3).nullable(),
  },
  uniques: [
    {
      name: 'job_live_key',
      properties: ['kind', 'key'],
      where: "key is not null and state in ('waiting', 'running')",
    },
  ],
  indexes: [
    { name: 'job_kind_key_index', properties: ['kind', 'key', 'createdAt'] },
    { name: 'job_state_index', properties: ['state'] },
    { name: 'job_created_at_index', properties: ['createdAt', 'id'] },
    {
      name: 'job_next_index',
      expression: 'create index job_next_index on job (priority desc, created_at) where not is_settled',
    },
    { name: 'job_user_id_index', properties: ['userId', 'createdAt', 'id'], where: 'user_id is not null' },
    { name: 'job_failed_index', properties: ['createdAt', 'id'], where: "state = 'failed'" },
    { name: 'job_ended_at_index', properties: ['endedAt'], where: 'is_settled' },
  ],
  checks: [{ name: 'job_state_check', expression: "state in ('waiting', 'running', 'done', 'failed', 'cancelled')" }],
});

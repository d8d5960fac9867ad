import type { Schema, Schemas } from '../../kernel/schema.ts';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const texts: Schema = { type: 'array', items: text };
const duration: Schema = { type: 'integer', description: 'Milliseconds.' };

const object = (properties: Schemas): Schema => ({ type: 'object', properties });
const bySlug = (value: Schema, description: string): Schema => ({
  type: 'object',
  additionalProperties: value,
  description,
});
const errors = object({
  errors: bySlug(texts, 'Reasons by slug; members for failures only.'),
  error_data: object({}),
});
const results = bySlug(flag, 'Whether it is installed, by slug.');
const times = bySlug(duration, 'How long the installation took, by slug; installed before: no member.');
const late: Schema = {
  ...text,
  required: false,
  description: 'The submitted job, with `async`; without the other members.',
};

const optional = (schema: Schema): Schema => ({ ...schema, required: false });

/** The slugs of extensions. */
export const slugsShape: Schema = object({ plugins: texts });

/** The outcome of an installation, or its job. */
export const installationShape: Schema = object({
  data: object({
    installed: optional(texts),
    results: optional(results),
    install_time: optional(times),
    job_id: late,
    plugins: optional(texts),
  }),
  errors: optional(errors),
  success: optional({ ...flag, description: 'Whether none has failed.' }),
  message: text,
});

/** The outcome of an activation, or its job. */
export const activationShape: Schema = object({
  data: object({
    activated: optional(texts),
    active: optional({ ...texts, description: 'All activated extensions.' }),
    job_id: late,
    plugins: optional(texts),
  }),
  errors: optional(errors),
  success: optional({ ...flag, description: 'Whether none has failed.' }),
  message: text,
});

/** The outcome of an installation with activation. */
export const bothShape: Schema = object({
  install: object({ installed: texts, results, errors, time: times }),
  activate: object({ activated: texts, active: texts, errors }),
});

const jobStatus: Schema = {
  type: 'string',
  enum: ['pending', 'in-progress', 'complete', 'failed', 'canceled'],
  description: '`failed` if one of the extensions has failed.',
};

/** State of a submitted installation or activation. */
export const jobShape: Schema = {
  name: 'ExtensionJob',
  ...object({ job_id: text, plugins: texts, status: jobStatus }),
};

/** Jobs, the newest first. */
export const jobsShape: Schema = { type: 'array', items: jobShape };

/** A job with the state of each extension. */
export const progressShape: Schema = {
  name: 'ExtensionSetup',
  ...object({
    job_id: text,
    status: jobStatus,
    plugins: {
      type: 'object',
      required: false,
      description: 'By slug; absent until the job has begun.',
      additionalProperties: object({
        status: { type: 'string', enum: ['pending', 'installing', 'installed', 'activated', 'failed'] },
        errors: texts,
        install_duration: optional(duration),
      }),
    },
  }),
};

import { DomainError, invalidField } from '../kernel/errors.ts';

/** Segmentation by variation requires exactly one product. */
export const invalidSegment = (): DomainError =>
  new DomainError(
    'malformed',
    'shop_admin_reports_invalid_segmenting_variation',
    'Variations can be distinguished only where exactly one product is asked for.',
  );

export const tooManySegments = (): DomainError =>
  invalidField(
    'segmentby',
    'validation_failed',
    'There are too many segments: ask for some of them by id, for a shorter range or longer intervals, or for fewer of them with per_page, by date.',
  );

export const tooManyIntervals = (): DomainError =>
  invalidField(
    'interval',
    'validation_failed',
    'There are too many intervals to put them in order by a number: ask for a shorter range or longer intervals, or order them by date.',
  );

/** The query exceeded the time limit of reports. */
export const reportTookTooLong = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'shop_analytics_report_timeout',
    'The report took too long and was ended. Ask for a shorter range, longer intervals, fewer segments or fewer filters.',
    { retryAfter: 60 },
    cause,
  );

export const noIndicators = (): DomainError =>
  new DomainError(
    'malformed',
    'shop_analytics_performance_indicators_empty_query',
    'Name at least one indicator in `stats`.',
  );

/** In immediate mode facts are written with their orders, so there is no recurring batch to start. */
export const importIsImmediate = (): DomainError =>
  new DomainError(
    'malformed',
    'shop_rest_analytics_import_immediate_mode',
    'Orders are imported at once in this mode; there is no batch to begin.',
  );

/** The recurring batch is running or due. */
export const importInProgress = (): DomainError =>
  new DomainError('malformed', 'shop_rest_analytics_import_in_progress', 'A batch is running or about to begin.');

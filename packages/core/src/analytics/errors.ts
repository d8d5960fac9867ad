import { DomainError, invalidField } from '../kernel/errors.ts';

/** A report is divided by variations of nobody knows which product. */
export const invalidSegment = (): DomainError =>
  new DomainError(
    'malformed',
    'shop_admin_reports_invalid_segmenting_variation',
    'Variations can be told apart only where exactly one product is asked for.',
  );

/** There are more parts than anybody could look at. */
export const tooManySegments = (): DomainError =>
  invalidField(
    'segmentby',
    'validation_failed',
    'There are too many segments: ask for some of them by id, for a shorter range or longer intervals, or for fewer of them with per_page, by date.',
  );

/** There are more intervals than can be put in order by a number. */
export const tooManyIntervals = (): DomainError =>
  invalidField(
    'interval',
    'validation_failed',
    'There are too many intervals to put them in order by a number: ask for a shorter range or longer intervals, or order them by date.',
  );

/** Counting was ended because it took longer than a report may take. */
export const reportTookTooLong = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'shop_analytics_report_timeout',
    'The report took too long and was ended. Ask for a shorter range, longer intervals, fewer segments or fewer filters.',
    { retryAfter: 60 },
    cause,
  );

/** Nobody said which numbers are wanted. */
export const noIndicators = (): DomainError =>
  new DomainError(
    'malformed',
    'shop_analytics_performance_indicators_empty_query',
    'Name at least one indicator in `stats`.',
  );

/** Facts are made with their orders; there is no recurring batch to begin. */
export const importIsImmediate = (): DomainError =>
  new DomainError(
    'malformed',
    'shop_rest_analytics_import_immediate_mode',
    'Orders are imported at once in this mode; there is no batch to begin.',
  );

/** The recurring batch runs, or is about to. */
export const importInProgress = (): DomainError =>
  new DomainError('malformed', 'shop_rest_analytics_import_in_progress', 'A batch is running or about to begin.');

import { type RateLimits, rateLimitNames, rateLimitsOf } from '@backroom/core/kernel';

/** Counts no request. */
export const noLimits: RateLimits = rateLimitsOf(
  Object.fromEntries(rateLimitNames.map((name) => [name, { points: 0 }])),
);

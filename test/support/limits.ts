import { type RateLimits, rateLimitNames, rateLimitsOf } from '@backroom/core/kernel';

/** Nobody is counted. */
export const noLimits: RateLimits = rateLimitsOf(
  Object.fromEntries(rateLimitNames.map((name) => [name, { points: 0 }])),
);

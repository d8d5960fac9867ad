import type { ProbeStep } from './directory.ts';

/** The published form of test steps, in results and refusals. */
export const publishedSteps = (steps: readonly ProbeStep[]): readonly object[] =>
  steps.map(({ name, status, code, message, durationMs, detail }) => ({
    name,
    status,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
    ...(detail !== undefined && { detail: { sample_count: detail.sampleCount, more: detail.more } }),
  }));

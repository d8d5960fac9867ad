import { fileURLToPath } from 'node:url';
import { getMergedConfig, lint, loadConfig } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where what a rule misses is declared. */
const places: Readonly<Record<string, string>> = {
  'tag-description': 'add the section to interface/openapi/tags.ts',
  'operation-4xx-response': 'see standard-refusals.ts of the interface',
};

describe.each(['inventory', 'shop'])('the OpenAPI document of the %s interface', (name) => {
  it("keeps Redocly's recommended rules", async () => {
    const config = await loadConfig({ configPath: here('redocly.yaml') });
    const root = config.apis[name]?.root ?? '';
    const problems = await lint({ ref: here(root), config: getMergedConfig(config, name) });
    expect(
      problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer} ${places[ruleId] ?? ''}`,
      ),
    ).toEqual([]);
  });
});

import { fileURLToPath } from 'node:url';
import { getMergedConfig, lint, loadConfig } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe.each(['inventory', 'shop'])('the OpenAPI document of the %s interface', (name) => {
  it("keeps Redocly's recommended rules", async () => {
    const config = await loadConfig({ configPath: here('redocly.yaml') });
    const root = config.apis[name]?.root ?? '';
    const problems = await lint({ ref: here(root), config: getMergedConfig(config, name) });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });
});

/** A context for tests of an extension: values and lines stay in memory, requests are refused. */
import type { ExtensionContext, InterfaceCalls } from './context.ts';
import type { ExtensionModule } from './extension-module.ts';
import { ExtensionRefusal } from './extension-refusal.ts';

/** A context, and what the extension has done with it. */
export interface TestContext extends ExtensionContext {
  /** Lines such as `info: Stock is low.` */
  readonly logged: readonly string[];
  /** Submitted jobs. */
  readonly submitted: readonly { readonly kind: string; readonly input: object }[];
}

/** Members that replace those of the context, and settings that replace the defaults. */
export interface TestContextOptions extends Partial<Omit<ExtensionContext, 'settings'>> {
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Creates the context of an extension under test. */
export function createTestContext(module: ExtensionModule, options: TestContextOptions = {}): TestContext {
  const { settings: given = {}, ...members } = options;
  const logged: string[] = [];
  const submitted: { readonly kind: string; readonly input: object }[] = [];
  const write = (level: string) => (message: string) => void logged.push(`${level}: ${message}`);
  const defaults = Object.entries(module.settings ?? {}).map(([name, schema]) => [name, schema.default] as const);
  return {
    slug: 'test',
    shop: refusing,
    inventory: refusing,
    store: memoryStore(),
    fetch: refuse,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    jobs: {
      async submit(kind, input = {}) {
        submitted.push({ kind, input });
        return { id: String(submitted.length), isNew: true };
      },
    },
    settings: async () => ({ ...Object.fromEntries(defaults), ...given }),
    ...members,
    logged,
    submitted,
  };
}

const refuse = (): Promise<never> =>
  Promise.reject(new ExtensionRefusal('not_replaced', 'Give the test context a member that answers this.'));
const refusing: InterfaceCalls = { request: refuse, get: refuse, post: refuse };

function memoryStore(): ExtensionContext['store'] {
  const values = new Map<string, string>();
  return {
    async get(key) {
      const text = values.get(key);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async set(key, value) {
      values.set(key, JSON.stringify(value));
    },
    async delete(key) {
      values.delete(key);
    },
    async keys(prefix = '') {
      return [...values.keys()].filter((key) => key.startsWith(prefix)).sort();
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeInventory, describeShop } from '@backroom/composition';
import { defaultShopNames } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { sectionsOf } from '../support/answered-codes.ts';
import { declaredCodes } from '../support/declared-answers.ts';

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>>
  >;
}

const documents = {
  inventory: describeInventory({ publicUrl: undefined, inventoryPrefix: '', publicDocs: false })() as Described,
  shop: describeShop({ publicUrl: undefined, shopNames: defaultShopNames })() as Described,
};
const sections = sectionsOf(readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8'));

describe.each(Object.entries(documents))('the refusals of the %s interface', (name, document) => {
  const responses = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      Object.entries(operation.responses).map(([status, response]) => ({ path, method, status, response })),
    ),
  );

  it('are documented under their status in docs/errors.md', () => {
    const wrong = responses
      .filter(({ status }) => Number(status) >= 400)
      .flatMap(({ path, method, status, response }) =>
        declaredCodes(document, response)
          .filter((code) => !isDocumented(code, status, name === 'shop'))
          .map((code) => `${method} ${path}: ${status} ${code}`),
      );
    expect(wrong).toEqual([]);
  });

  it('are declared by status for every operation that needs an account', () => {
    const open = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { responses: declared }]) => !Object.keys(declared).some((status) => status.startsWith('4')))
        .map(([method]) => `${method} ${path}`),
    );
    expect(open).toEqual([]);
  });
});

function isDocumented(code: string, status: string, isOfShop: boolean): boolean {
  const known = sections.get(code);
  return known?.has(status) === true || (isOfShop && status === '400' && known?.has('422') === true);
}

/** Codes that interfaces and the core add to every use case. */
const standard: readonly string[] = [
  'access_level_too_low',
  'busy',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'invalid_token',
  'missing_token',
  'password_change_required',
  'payload_too_large',
  'precondition_failed',
  'precondition_required',
  'rate_limited',
  'validation_failed',
];
/** Kinds of errors whose codes are listed elsewhere. */
const kinds: readonly string[] = ['unauthenticated', 'forbidden'];
const core = fileURLToPath(new URL('../../packages/core/src', import.meta.url));
const useCaseWithDocs =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)(?:: [^=]+)? = useCase\(\s*(?:\/\/.*\n\s*)*(\{(?:[^{}]|\{[^{}]*\})*\}),/g;
const codesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, code = '']) => code);

describe('use cases', () => {
  it('declare the refusals that their docstrings name', () => {
    const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const differences = files.flatMap((file) =>
      [...readFileSync(join(core, file), 'utf8').matchAll(useCaseWithDocs)].flatMap(
        ([, docs = '', name, declaration = '']) => {
          const thrown = codesIn(docs.split('@throws DomainError').slice(1).join(' '), /`([a-z0-9_]+)`/g);
          const declared = codesIn(
            /refusals: (\{(?:[^{}])*\})/.exec(declaration)?.[1] ?? '',
            /'([a-z0-9_]+)'(?!\]?:)/g,
          );
          const own = thrown.filter((code) => !standard.includes(code) && !kinds.includes(code));
          return [
            ...own
              .filter((code) => !declared.includes(code))
              .map((code) => `${name} (${file}) does not declare ${code}`),
            ...declared
              .filter((code) => !thrown.includes(code))
              .map((code) => `${name} (${file}): @throws lacks ${code}`),
          ];
        },
      ),
    );
    expect(differences).toEqual([]);
  });
});

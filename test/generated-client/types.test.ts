import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const documents = { inventory: '../../docs/openapi.json', shop: '../../docs/openapi-shop.json' } as const;

/** Errors of the compiler about a file of this folder, compiled as if the generated files were in it. */
function compilerErrors(file: string, generated: ReadonlyMap<string, string>): readonly string[] {
  const { config } = ts.readConfigFile(here('tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, here('.'));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => generated.has(name) || fileExists(name);
  host.readFile = (name) => generated.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = generated.get(name);
    return text === undefined ? getSourceFile(name, version, ...rest) : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file: source, start = 0, messageText }) => {
    const { line = 0 } = source?.getLineAndCharacterOfPosition(start) ?? {};
    return `${source?.fileName}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

describe('types that are generated from the OpenAPI documents', () => {
  const texts = new Map<string, string>();
  beforeAll(async () => {
    for (const [name, path] of Object.entries(documents)) {
      const document = JSON.parse(readFileSync(here(path), 'utf8'));
      texts.set(here(`${name}-types.ts`), astToString(await openapiTS(document)));
    }
  });

  it.each([
    ['inventory', ['Item', 'Operation', 'Category', 'User', 'Session', 'Problem']],
    ['shop', ['Order', 'Product', 'Refund', 'Customer', 'RevenueStats', 'ApplicationPassword', 'Refusal']],
  ])('name the records of the %s interface', (name, records) => {
    const text = texts.get(here(`${name}-types.ts`));
    for (const record of records) expect(text).toMatch(new RegExp(`^ +${record}: \\{`, 'm'));
  });

  it('compile with a client that uses them', () => {
    expect(compilerErrors(here('example.ts'), texts)).toEqual([]);
  });
});

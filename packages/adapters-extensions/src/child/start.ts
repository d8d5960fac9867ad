/** The program of the process of an extension: provides the package of extensions, then runs `main.ts`, which imports it. */
import { registerHooks } from 'node:module';

const [extensionPackage = ''] = process.argv.slice(2);

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@backroom/extension' ? { url: extensionPackage, shortCircuit: true } : next(specifier, context),
});
await import('./main.ts');

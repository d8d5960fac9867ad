/** The names of the variables in the braces of a path. */
export const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/**
 * Refuses a path whose variables and their patterns do not belong together.
 * @throws TypeError
 */
export function checkVariables(path: string, variables: Readonly<Record<string, string>>): void {
  const inPath = namesIn(path);
  const wrong = [
    ...inPath.filter((name) => !Object.hasOwn(variables, name)),
    ...Object.keys(variables).filter((name) => !inPath.includes(name)),
  ];
  if (wrong.length > 0) throw new TypeError(`${path}: each variable has one pattern; look at ${wrong.join(', ')}.`);
}

/** The path as a pattern with named groups, in the form that clients know: `/tasks/(?P<id>[a-z]+)/hide`. */
export const patternText = (path: string, variables: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `(?P<${name}>${variables[name]})`);

/** The same as an expression that matches whole paths, whatever their case. */
export function patternExpression(path: string, variables: Readonly<Record<string, string>>): RegExp {
  const source = path
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${name}>${variables[name]})`;
    })
    .join('');
  return new RegExp(`^${source}$`, 'i');
}

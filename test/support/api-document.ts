/** A part of an OpenAPI document. */
export type Part = Readonly<Record<string, unknown>>;

/** The part that a reference leads to, or the part itself. */
export function resolved(document: object, part: unknown): Part {
  const { $ref } = part as { readonly $ref?: string };
  if ($ref === undefined) return part as Part;
  const found = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((whole, name) => (whole as Part)[name], document);
  return resolved(document, found);
}

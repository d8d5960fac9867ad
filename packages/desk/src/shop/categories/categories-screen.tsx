import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../data/api/limits.ts';
import {
  categoriesOfShopQuery,
  type ProductCategory,
  recordQuery,
  saveRecordOf,
  topicsOf,
} from '../../data/shop-records.ts';
import type { WriteHeaders } from '../../data/writing.ts';
import { Actions, Button } from '../../kit/button.tsx';
import { treeOf } from '../../kit/table/tree.ts';
import { useGo } from '../../shell/links.tsx';
import { type FieldRow, RecordForm } from '../../shell/record-form.tsx';
import { BackLink } from '../../shell/records/back-link.tsx';
import { CategoriesScreen } from '../../shell/records/categories-screen.tsx';
import { choicesOfTree } from '../../shell/records/choices.ts';
import { useLanguage, useWords } from '../../words/words.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';

const kind = 'products/categories';

/** Categories of products as a tree, with the products in each. */
export function ProductCategoriesScreen() {
  const { shell, trees: words } = useWords();
  const go = useGo();
  return (
    <CategoriesScreen
      back={<BackLink to="/products">{shell.screens.products}</BackLink>}
      countLabel={words.products}
      form={(edited, close) =>
        edited === 'new' ? <NewCategory onClose={close} /> : <EditCategory id={edited} onClose={close} />
      }
      mayEdit
      onChoose={({ id }) => go('/products', { search: { category: String(id) } })}
      query={useQuery(categoriesOfShopQuery)}
    />
  );
}

function useCategoryFields(except: number | undefined): readonly FieldRow[] {
  const { trees: words } = useWords();
  const { language } = useLanguage();
  const tree = treeOf(useQuery(categoriesOfShopQuery).data ?? [], language);
  const choices = choicesOfTree(tree, except).map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    { path: 'name', kind: 'text', isRequired: true },
    ...(except === undefined ? [] : [{ path: 'slug', kind: 'text', isRequired: true } as const]),
    { path: 'parent_id', kind: 'id', choices, none: words.top },
  ];
}

/** A word for addresses, made of a name. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 180) || 'category';

const createCategory = (body: object, headers: WriteHeaders): Promise<ProductCategory> => {
  const { name = '' } = body as { readonly name?: string };
  return saveRecordOf<typeof kind>(kind, undefined)({ slug: slugOf(name), ...body }, headers);
};

function NewCategory({ onClose }: { readonly onClose: () => void }) {
  const { trees: words } = useWords();
  return (
    <RecordForm
      fields={useCategoryFields(undefined)}
      limits={limits.productCategories}
      onClose={onClose}
      onSaved={onClose}
      title={words.create}
      writing={{ write: createCategory, topics: topicsOf[kind] }}
    />
  );
}

function EditCategory({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { trees: words, shop } = useWords();
  const fields = useCategoryFields(id);
  const [isRemoved, setRemoved] = useState(false);
  // What is being deleted is not asked for again: it may be gone before the dialog.
  const { data: tagged } = useQuery({ ...recordQuery<typeof kind>(kind, String(id)), gcTime: 0, enabled: !isRemoved });
  if (!tagged) return null;
  const { record, tag } = tagged;
  if (isRemoved) return <RemoveDialog kind={kind} name={record.name} onClose={onClose} tagged={tagged} />;
  return (
    <RecordForm
      fields={fields}
      limits={limits.productCategories}
      onClose={onClose}
      onSaved={onClose}
      record={record}
      title={words.edit(record.name)}
      writing={{ write: saveRecordOf<typeof kind>(kind, id), topics: topicsOf[kind], tag }}
    >
      <Actions>
        <Button icon="trash" kind="danger" onClick={() => setRemoved(true)}>
          {shop.remove}
        </Button>
      </Actions>
    </RecordForm>
  );
}

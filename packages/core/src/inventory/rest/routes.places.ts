import { type Route, route, section } from '../../interface/route.ts';
import { flag, id, integer, listOf, paging, pathId, sortBy, text } from '../../interface/schema.ts';
import type { Category } from '../category.ts';
import {
  createCategory,
  createLocation,
  deleteCategory,
  deleteLocation,
  listCategories,
  listLocations,
  readCategory,
  readCategoryTree,
  readLocation,
  updateCategory,
  updateLocation,
} from '../index.ts';
import { categorySortFields, locationSortFields } from '../ports.ts';
import { archivedChoice, archivedFilter } from './params.ts';
import { presentBranch, presentCategory, presentLocation } from './presenters.ts';
import { categoryBranchShape, categoryShape, locationShape } from './shapes.ts';

const etag = (object: { readonly version: number }) => String(object.version);
const otherId = id({ nullable: true });
const search = text({ maxLength: 200 });

const categoryFields = {
  name: text({ minLength: 1, maxLength: 120, description: 'Unique among its siblings, whatever the case.' }),
  parent_id: { ...otherId, description: 'Null for the top level.' },
  description: text({ nullable: true, maxLength: 2_000, format: 'multiline' }),
  position: integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'Order among siblings.' }),
} as const;
const managedCategoryFields = [
  'id',
  'path',
  'depth',
  'item_count',
  'total_item_count',
  'children',
  'created_at',
  'updated_at',
  'version',
];

export const categoryRoutes: readonly Route[] = section(
  'Categories',
  route({
    methods: ['GET'],
    path: '/categories',
    summary: 'List categories flat.',
    params: {
      ...paging,
      parent_id: { ...otherId, description: '`null` for the top level.' },
      q: search,
      sort: sortBy(categorySortFields),
    },
    useCase: listCategories,
    present: presentCategory,
    returns: listOf(categoryShape),
  }),
  route({
    methods: ['POST'],
    path: '/categories',
    summary: 'Create a category.',
    status: 201,
    params: { ...categoryFields, name: { ...categoryFields.name, required: true } },
    ignores: managedCategoryFields,
    useCase: createCategory,
    present: presentCategory,
    location: ({ id }: Category) => `/categories/${id}`,
    etag,
    returns: categoryShape,
  }),
  route({
    methods: ['GET'],
    path: '/categories/tree',
    summary: 'Read all categories as a tree.',
    useCase: readCategoryTree,
    present: (branches) => branches.map(presentBranch),
    returns: listOf(categoryBranchShape),
  }),
  route({
    methods: ['GET'],
    path: '/categories/{id}',
    summary: 'Read a category.',
    params: { id: pathId },
    useCase: readCategory,
    present: presentCategory,
    etag,
    returns: categoryShape,
  }),
  route({
    methods: ['PUT', 'PATCH'],
    path: '/categories/{id}',
    summary: 'Change a category; members that are absent stay as they are.',
    versioned: true,
    params: { id: pathId, ...categoryFields },
    ignores: managedCategoryFields,
    useCase: updateCategory,
    present: presentCategory,
    etag,
    returns: categoryShape,
  }),
  route({
    methods: ['DELETE'],
    path: '/categories/{id}',
    summary: 'Delete a category that is empty, or whose contents go elsewhere first.',
    status: 204,
    versioned: true,
    params: {
      id: pathId,
      reassign_to: { ...otherId, description: 'Where children and items go; `null` for the top level.' },
    },
    useCase: deleteCategory,
  }),
);

const locationFields = {
  code: text({
    minLength: 1,
    maxLength: 64,
    pattern: '^[A-Za-z0-9._/\\-]+$',
    description: 'Unique, whatever the case.',
  }),
  name: text({ minLength: 1, maxLength: 200 }),
  parent_id: otherId,
} as const;
const managedLocationFields = ['id', 'created_at', 'updated_at', 'version'];

export const locationRoutes: readonly Route[] = section(
  'Locations',
  route({
    methods: ['GET'],
    path: '/locations',
    summary: 'List locations.',
    params: { ...paging, q: search, archived: archivedChoice, sort: sortBy(locationSortFields) },
    useCase: listLocations,
    input: ({ archived, ...given }) => ({ ...given, archived: archivedFilter(archived) }),
    present: presentLocation,
    returns: listOf(locationShape),
  }),
  route({
    methods: ['POST'],
    path: '/locations',
    summary: 'Create a location.',
    status: 201,
    params: { ...locationFields, code: { ...locationFields.code, required: true } },
    ignores: [...managedLocationFields, 'archived'],
    useCase: createLocation,
    present: presentLocation,
    location: ({ id }) => `/locations/${id}`,
    etag,
    returns: locationShape,
  }),
  route({
    methods: ['GET'],
    path: '/locations/{id}',
    summary: 'Read a location.',
    params: { id: pathId },
    useCase: readLocation,
    present: presentLocation,
    etag,
    returns: locationShape,
  }),
  route({
    methods: ['PUT', 'PATCH'],
    path: '/locations/{id}',
    summary: 'Change a location; members that are absent stay as they are.',
    versioned: true,
    params: { id: pathId, ...locationFields, archived: flag() },
    ignores: managedLocationFields,
    useCase: updateLocation,
    present: presentLocation,
    etag,
    returns: locationShape,
  }),
  route({
    methods: ['DELETE'],
    path: '/locations/{id}',
    summary: 'Remove a location without history, or archive one without stock.',
    status: 204,
    versioned: true,
    params: { id: pathId },
    useCase: deleteLocation,
  }),
);

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { BuildRefused } from './build-refused.js';
import type { Edition } from './wim.js';

export const RECIPES = join(import.meta.dirname, '..', '..', 'images', 'recipes');

/** https://learn.microsoft.com/windows/apps/desktop/modernize/package-identity-overview */
const FAMILY = /^[A-Za-z\d.-]{3,50}_[a-hj-km-np-tv-z\d]{13}$/;

const schema = z.strictObject({
  title: z.string().min(1),
  server: z.boolean(),
  /** First and last build. */
  builds: z.tuple([z.int(), z.int()]),
  /** Folders of the virtio-win ISO, best first. */
  drivers: z.array(z.string().min(1)).min(1),
  /** Size of the disk. Customers' disks must be at least as large. */
  disk_gib: z.int().min(1).max(1024),
  settings: z.strictObject({
    /** False: C: can be written from outside, and fast start-up is off. */
    hibernation: z.boolean(),
    /** True: on, with Network Level Authentication. */
    remote_desktop: z.boolean(),
    /** True: Windows chooses the size on each machine. */
    automatic_page_file: z.boolean(),
    /** False: omits the recovery environment, half a GiB. */
    recovery: z.boolean(),
    /** True: on in every network, as on the medium; false: off until the customer turns it on. */
    firewall: z.boolean(),
    /** True: ten wrong passwords lock an account for five minutes, including the built-in Administrator. */
    account_lockout: z.boolean(),
  }),
  /** Package families (`Name_publisher`) of apps to remove; missing ones are ignored. */
  removed_apps: z.array(z.string().regex(FAMILY, 'A package family is Name_publisher.')),
});

export type Recipe = z.infer<typeof schema> & { name: string };

/** @throws BuildRefused, Error for an invalid recipe */
export async function readRecipes(folder = RECIPES): Promise<Recipe[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.toml')).sort();
  return Promise.all(names.map((file) => readRecipe(join(folder, file))));
}

/** @throws BuildRefused */
export async function readOwnRecipe(file: string): Promise<Recipe> {
  return readRecipe(file).catch((error: Error) => {
    throw new BuildRefused(`The recipe cannot be used: ${error.message}.`, { cause: error });
  });
}

async function readRecipe(file: string): Promise<Recipe> {
  const parsed = schema.safeParse(parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, name: basename(file, '.toml') };
}

/** Recipe by name, or the one that fits the edition. @throws BuildRefused */
export function recipeFor(recipes: Recipe[], edition: Edition, name?: string): Recipe {
  const known = recipes.map((recipe) => recipe.name).join(', ');
  if (name !== undefined) {
    const wanted = recipes.find((recipe) => recipe.name === name);
    if (wanted) return wanted;
    throw new BuildRefused(`There is no recipe ${name}. There are: ${known}.`);
  }
  const fitting = fittingRecipe(recipes, edition);
  if (fitting) return fitting;
  throw new BuildRefused(
    `No recipe is for ${edition.name} (build ${edition.build}). Name one of these with --recipe: ${known}.`,
  );
}

/** Recipe for the edition's build, if any. */
export const fittingRecipe = (recipes: Recipe[], edition: Edition): Recipe | undefined =>
  recipes.find(
    ({ server, builds: [first, last] }) =>
      server === edition.isServer && edition.build >= first && edition.build <= last,
  );

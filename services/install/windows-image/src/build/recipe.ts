import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { requireFile } from '../formats/require-file.js';
import { BuildRefused } from './build-refused.js';
import type { Edition } from './wim.js';

export const RECIPES = join(import.meta.dirname, '..', '..', 'images', 'recipes');

/** https://learn.microsoft.com/windows/apps/desktop/modernize/package-identity-overview */
const FAMILY = /^[A-Za-z\d.-]{3,50}_[a-hj-km-np-tv-z\d]{13}$/;

const schema = z.strictObject({
  title: z.string().min(1),
  server: z.boolean(),
  /** First and last Windows build. */
  builds: z.tuple([z.int(), z.int()]),
  /** Folders on the virtio-win ISO in order of preference. */
  drivers: z.array(z.string().min(1)).min(1),
  /** Disk size. Customers' disks must be at least as large. */
  disk_gib: z.int().min(1).max(1024),
  settings: z.strictObject({
    /** If false, C: can be written from outside and fast start-up is off. */
    hibernation: z.boolean(),
    /** If true, remote desktop is on with Network Level Authentication. */
    remote_desktop: z.boolean(),
    /** If true, Windows chooses the size on each machine. */
    automatic_page_file: z.boolean(),
    /** If false, omits the recovery environment, which takes half a GiB. */
    recovery: z.boolean(),
    /**
     * If true, the firewall is on in every network, as on the medium; if false, it is off until the customer enables
     * it.
     */
    firewall: z.boolean(),
    /** If true, ten wrong passwords lock an account, including the built-in Administrator, for five minutes. */
    account_lockout: z.boolean(),
  }),
  /** Package families (`Name_publisher`) of apps to remove. Missing apps are ignored. */
  removed_apps: z.array(z.string().regex(FAMILY, 'A package family is Name_publisher.')),
});

export type Recipe = z.infer<typeof schema> & { name: string };

/** @throws BuildRefused, Error for an invalid recipe */
export async function readRecipes(folder = RECIPES): Promise<Recipe[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.toml')).sort();
  return Promise.all(names.map((file) => readRecipe(join(folder, file))));
}

/** @throws BuildRefused, ImageRefused if there is no such file */
export async function readOwnRecipe(file: string): Promise<Recipe> {
  await requireFile(file);
  return readRecipe(file).catch((error: Error) => {
    throw new BuildRefused(`The recipe cannot be used: ${error.message}.`, { cause: error });
  });
}

async function readRecipe(file: string): Promise<Recipe> {
  const parsed = schema.safeParse(parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, name: basename(file, '.toml') };
}

/** Returns the recipe by name, or the recipe that fits the edition. @throws BuildRefused */
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

export const fittingRecipe = (recipes: Recipe[], edition: Edition): Recipe | undefined =>
  recipes.find(
    ({ server, builds: [first, last] }) =>
      server === edition.isServer && edition.build >= first && edition.build <= last,
  );

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { number, texts, type RegistryChanges } from '../registry/reg-file.js';
import { BuildRefused } from './build-refused.js';
import type { Edition } from './wim.js';

export const RECIPES = join(import.meta.dirname, '..', '..', '..', '..', 'images', 'recipes');

const schema = z.strictObject({
  title: z.string().min(1),
  server: z.boolean(),
  /** The builds that it is for, the first and the last. */
  builds: z.tuple([z.int(), z.int()]),
  /** Folders of the virtio-win ISO with drivers for it, the best first. */
  drivers: z.array(z.string().min(1)).min(1),
  /** Of the disk that is made. Customers' disks must be at least as large. */
  disk_gib: z.int().min(1).max(1024),
  settings: z.strictObject({
    /** False: C: can be written from outside, and fast start-up is off. */
    hibernation: z.boolean(),
    /** True: on, for clients that sign in by Network Level Authentication. */
    remote_desktop: z.boolean(),
    /** True: Windows decides its size on each machine. */
    automatic_page_file: z.boolean(),
    /** False: the image of the recovery environment is left out, half a GiB. */
    recovery: z.boolean(),
  }),
});

export type Recipe = z.infer<typeof schema> & { name: string };

/** @throws BuildRefused, Error where a recipe is not well made */
export async function readRecipes(folder = RECIPES): Promise<Recipe[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.toml')).sort();
  return Promise.all(
    names.map(async (file) => {
      const parsed = schema.safeParse(parse(await readFile(join(folder, file), 'utf8')));
      if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
      return { ...parsed.data, name: file.slice(0, -'.toml'.length) };
    }),
  );
}

/** The one with this name, or the one for this edition. @throws BuildRefused */
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

/** The one that is for this edition by its build, if there is one. */
export const fittingRecipe = (recipes: Recipe[], edition: Edition): Recipe | undefined =>
  recipes.find(
    ({ server, builds: [first, last] }) =>
      server === edition.isServer && edition.build >= first && edition.build <= last,
  );

/** What its settings write into the SYSTEM hive. */
export function systemChanges({ settings }: Recipe, controlSet: string): RegistryChanges {
  const control = `${controlSet}\\Control`;
  return {
    ...(!settings.hibernation && {
      [`${control}\\Power`]: { HibernateEnabled: number(0), HibernateEnabledDefault: number(0) },
      [`${control}\\Session Manager\\Power`]: { HiberbootEnabled: number(0) },
    }),
    ...(settings.remote_desktop && {
      [`${control}\\Terminal Server`]: { fDenyTSConnections: number(0) },
      [`${control}\\Terminal Server\\WinStations\\RDP-Tcp`]: {
        UserAuthentication: number(1),
        SecurityLayer: number(2),
      },
    }),
    ...(settings.automatic_page_file && {
      [`${control}\\Session Manager\\Memory Management`]: {
        PagingFiles: texts(['?:\\pagefile.sys']),
      },
    }),
  };
}

/** What of the image it leaves out. */
export const leftOut = ({ settings }: Recipe): string[] =>
  settings.recovery ? [] : ['/Windows/System32/Recovery/Winre.wim'];

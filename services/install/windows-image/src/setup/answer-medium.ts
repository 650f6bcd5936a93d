import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildRefused } from '../build/build-refused.js';
import { chooseEdition, type BuildOptions } from '../build/build-image.js';
import { chooseDrivers, copyDriver } from '../build/choose-drivers.js';
import type { Firmware } from '../build/disk-layout.js';
import { openSource } from '../build/file-source.js';
import { readOwnRecipe, readRecipes, recipeFor, type Recipe } from '../build/recipe.js';
import { Wim, type Edition } from '../build/wim.js';
import { withWorkFolder } from '../build/work-folder.js';
import { autounattend } from './autounattend.js';
import { prepareScript } from './prepare-script.js';

/** Setup loads drivers from a folder of this name on any drive. */
const DRIVERS = '$WinPEDriver$';
/** Microsoft's language names; the pattern excludes special characters of XML. */
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8})*$/;

/** Same as for `buildImage`; `output` is the folder to create. */
type AnswerOptions = Pick<
  BuildOptions,
  'iso' | 'drivers' | 'output' | 'edition' | 'recipe' | 'recipeFile' | 'signal'
> & { firmware: Firmware };

/**
 * Creates the folder for an ISO that accompanies the installation ISO. It contains the answer file, matching drivers,
 * and the recipe's settings as a script.
 * @throws BuildRefused, ImageRefused PROGRAM_MISSING
 */
export async function makeAnswers(
  options: AnswerOptions,
): Promise<{ edition: Edition; recipe: Recipe }> {
  const { output, firmware, signal } = options;
  const iso = await openSource(options.iso, signal);
  const drivers = await openSource(options.drivers, signal);
  return withWorkFolder(output, async (folder) => {
    const medium = await Wim.copyFrom(iso, folder, signal);
    const edition = chooseEdition(await medium.editions(), options.edition);
    if (!LANGUAGE.test(edition.defaultLanguage)) {
      throw new BuildRefused(`${edition.name} names no language that is known.`);
    }
    const recipe = options.recipeFile
      ? await readOwnRecipe(options.recipeFile)
      : recipeFor(await readRecipes(), edition, options.recipe);
    const answers = join(folder, 'answers');
    for (const chosen of await chooseDrivers(drivers, edition, recipe.drivers)) {
      await copyDriver(drivers, chosen, join(answers, DRIVERS, chosen.driver.inf));
    }
    await mkdir(answers, { recursive: true });
    await writeFile(join(answers, 'autounattend.xml'), autounattend(edition, firmware));
    await writeFile(join(answers, 'prepare.ps1'), prepareScript(recipe));
    await rename(answers, output);
    return { edition, recipe };
  });
}

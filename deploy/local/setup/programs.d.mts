/** A program that no npm package brings. */
export interface SystemProgram {
  /** Looked for in PATH, /usr/sbin and /sbin; or an absolute path. */
  program: string;
  /** The Debian package that has it. */
  debian: string;
}

export const smallPrograms: SystemProgram[];
export const mediumPrograms: SystemProgram[];
export const browserPrograms: SystemProgram[];
export const mockedPrograms: SystemProgram[];
export function installMissing(programs: SystemProgram[]): Promise<void>;
export function describeMissing(programs: SystemProgram[]): string | null;
export function isExecutable(file: string): boolean;

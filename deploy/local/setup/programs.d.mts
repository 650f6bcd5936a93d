/** Program that is not available from npm. */
export interface SystemProgram {
  /** Name to find in PATH, /usr/sbin and /sbin, or an absolute path. */
  program: string;
  /** Debian package that contains the program. */
  debian: string;
}

export const smallPrograms: SystemProgram[];
export const mediumPrograms: SystemProgram[];
export const guardPrograms: SystemProgram[];
export const browserPrograms: SystemProgram[];
export const mockedPrograms: SystemProgram[];
export function installMissing(programs: SystemProgram[]): Promise<void>;
export function describeMissing(programs: SystemProgram[]): string | null;
export function isExecutable(file: string): boolean;

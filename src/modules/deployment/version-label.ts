/** Version shown to collectors: `N (YYYY-MM-DD HH:MM:SS)` (contract-xlsform 3.10). */
export function versionLabel(deploymentNumber: number, modified: Date): string {
  return `${deploymentNumber} (${modified.toISOString().slice(0, 19).replace('T', ' ')})`;
}

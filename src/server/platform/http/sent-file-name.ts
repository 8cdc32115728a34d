/** A file's name as people see it: in multipart bodies browsers encode only quotes and line ends, as '%22', '%0D' and '%0A'. */
export function sentFileName(name: string): string {
  return name.replaceAll('%22', '"').replace(/(?:%0D|%0A)+/gi, ' ');
}

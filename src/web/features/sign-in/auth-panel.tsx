export function AuthPanel() {
  return null;
}

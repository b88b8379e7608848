/** Stands for `node:test` in a browser: runs tests as they are declared, and lists them on the page. */
export function test(name: string, body: () => void): void {
  const item = document.createElement("li");
  item.textContent = name;
  try {
    body();
    item.className = "passed";
  } catch (error) {
    item.className = "failed";
    item.textContent += `: ${String(error)}`;
  }
  document.body.append(item);
}

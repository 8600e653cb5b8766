// Hands a file to the reader: what a page shows, for a report or another program.

const kLongestName = 80;

// A title as the name of a file.
export function fileName(title: string, ending: string): string {
  const name = title.replace(/[^\p{L}\p{N}._-]+/gu, "_").replace(/^[._]+|_+$/g, "").slice(0, kLongestName);
  return `${name || "jounce"}.${ending}`;
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

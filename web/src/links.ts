// Items with the same link act together: they tell each other what the reader does.

export type Range = [min: number, max: number];

export interface LinkMember {
  setRange?(range: Range | null): void; // Range of x; null for all.
  setCursor?(x: number | null): void;
  setTime?(time: number): void;
  choose?(row: number): void;
  isGone?(): boolean; // Whether it was taken off the page.
}

interface Group {
  members: Set<LinkMember>;
  range: Range | null; // For members that join later, when they come into view.
}

const groups = new Map<string, Group>();

export class Link {
  private readonly group: Group;

  constructor(name: string, private readonly self: LinkMember) {
    this.group = groups.get(name) ?? { members: new Set(), range: null };
    this.group.members.add(self);
    if (name !== "") groups.set(name, this.group);
  }

  get range(): Range | null {
    return this.group.range;
  }

  tellRange(range: Range | null): void {
    this.group.range = range;
    this.tell((member) => member.setRange?.(range));
  }

  // Calls the others, not the one who tells.
  tell(act: (member: LinkMember) => void): void {
    for (const member of this.group.members) {
      if (member.isGone?.()) this.group.members.delete(member);
      else if (member !== this.self) act(member);
    }
  }
}

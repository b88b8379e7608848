import { Disposable, Location, Range, Uri } from "./values";

export class TestMessage {
  expectedOutput?: string;
  actualOutput?: string;
  location?: Location;
  constructor(readonly message: string) {}
}

class Collection {
  private readonly items = new Map<string, TestItem>();
  constructor(private readonly owner?: TestItem) {}
  get size(): number {
    return this.items.size;
  }
  get(id: string): TestItem | undefined {
    return this.items.get(id);
  }
  add(item: TestItem): void {
    item.parent = this.owner;
    this.items.set(item.id, item);
  }
  delete(id: string): void {
    this.items.delete(id);
  }
  replace(items: TestItem[]): void {
    this.items.clear();
    items.forEach((item) => this.add(item));
  }
  forEach(callback: (item: TestItem) => unknown): void {
    [...this.items.values()].forEach((item) => callback(item));
  }
}

export class TestItem {
  readonly children: Collection = new Collection(this);
  parent: TestItem | undefined;
  canResolveChildren = false;
  range: Range | undefined;
  error: string | undefined;
  constructor(readonly id: string, readonly label: string, readonly uri?: Uri) {}
}

/** A run that remembers what it was told: the state of each item by its label. */
export class TestRun {
  readonly states = new Map<string, string>();
  readonly messages: TestMessage[] = [];
  output = "";
  isEnded = false;
  started(item: TestItem): void {
    this.states.set(item.label, "started");
  }
  passed(item: TestItem): void {
    this.states.set(item.label, "passed");
  }
  skipped(item: TestItem): void {
    this.states.set(item.label, "skipped");
  }
  failed(item: TestItem, messages: TestMessage | TestMessage[]): void {
    this.states.set(item.label, "failed");
    this.messages.push(...[messages].flat());
  }
  errored(item: TestItem, messages: TestMessage | TestMessage[]): void {
    this.states.set(item.label, "errored");
    this.messages.push(...[messages].flat());
  }
  appendOutput(text: string): void {
    this.output += text;
  }
  end(): void {
    this.isEnded = true;
  }
}

export class TestController extends Disposable {
  readonly items: Collection = new Collection();
  readonly runs: TestRun[] = [];
  resolveHandler: (item?: TestItem) => Promise<void> = async () => undefined;
  runHandler: (request: object, token: object) => Promise<void> = async () => undefined;
  constructor() {
    super(() => undefined);
  }
  createTestItem(id: string, label: string, uri?: Uri): TestItem {
    return new TestItem(id, label, uri);
  }
  createTestRun(): TestRun {
    const run = new TestRun();
    this.runs.push(run);
    return run;
  }
  createRunProfile(_label: string, _kind: number, runHandler: TestController["runHandler"]): Disposable {
    this.runHandler = runHandler;
    return new Disposable(() => undefined);
  }
}

/** The controllers that were created. */
export const controllers: TestController[] = [];

import Foundation
import SuasEngine
import SuasProgram
import Testing

@testable import SuasScenario

extension CompiledPrograms {
  /// The comparison with the interpreter, judged by mistakes that are put into generated code: it finds
  /// every one.
  @Suite(
    "Planted faults", .timeLimit(.minutes(60)), .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment["PLANTED_FAULTS"] != nil,
      "PLANTED_FAULTS=1 compiles a program for each fault, which takes minutes"))
  struct PlantedFaultTests {
    static let ofSwift = [
      PlantedFault(
        "todo", "Lists.swift", "from != to else { return }", "from < to else { return }"),
      PlantedFault(
        "counter", "Numbers.swift", "addingReportingOverflow(amount)",
        "subtractingReportingOverflow(amount)"),
      PlantedFault("chat", "Equality.swift", "utf8.elementsEqual(other.utf8) }", "self == other }"),
      PlantedFault(
        "kanban", "Undo.swift", "while let step = steps.popLast() { step(&state) }",
        "for step in steps { step(&state) }"),
      PlantedFault(
        "search-cities", "EffectRunner.swift", "let entry = found, !entry.isSuperseded",
        "let entry = found"),
      PlantedFault(
        "search-cities", "EffectRunner.swift", "table.entries[index].triesLeft > 0",
        "table.entries[index].triesLeft > 1"),
      PlantedFault("text-editor", "History.swift", "    future = []\n", ""),
      PlantedFault("chat", "OrderedMap.swift", "keys.append(key)", "keys.insert(key, at: 0)"),
      PlantedFault(
        "search-cities", "SearchReducer.swift", "guard !state.query.isEmpty",
        "guard state.query.isEmpty"),
      PlantedFault("todo-with-settings", "TodoReducer.swift", "36, 11", "37, 11"),
      PlantedFault("kanban", "BoardReducer.swift", "      undo.putBack(&state)\n", ""),
      PlantedFault("kanban", "BoardReducer.swift", "increment(by: 1)", "increment(by: 2)"),
      PlantedFault(
        "kanban", "BoardReducer.swift", "item in item.id != action.id",
        "item in item.id == action.id"),
      PlantedFault(
        "shopping-cart", "CartReducer.swift", "subtracting(state.percentOff)",
        "adding(state.percentOff)"),
      PlantedFault("shopping-cart", "CartReducer.swift", "state.subtotal = 0\n", "\n"),
      PlantedFault(
        "shopping-cart", "CartReducer.swift",
        "undo.note { [old = state.quantities[action.id]] in $0.quantities[action.id] = old }", ""),
      PlantedFault("notes", "NotesReducer.swift", "!gone.holds(key)", "gone.holds(key)"),
      PlantedFault(
        "notes", "NotesReducer.swift", "children.append(action.id)",
        "children.insert(action.id, at: 0)"),
      PlantedFault("todo", "TodoReducer.swift", "isCompleted.toggle()", "isCompleted = true"),
      PlantedFault(
        "todo", "Lists.swift", "insert(element, at: try place(index))",
        "insert(element, at: try self.index(index))"),
      PlantedFault(
        "shopping-cart", "OrderedMap.swift", "places[Place(key: keys[index])] = index",
        "places[Place(key: keys[index])] = index - 1"),
      PlantedFault(
        "text-editor", "DocumentReducerHistory.swift", "limit: 50", "limit: 1"),
      PlantedFault(
        "search-cities", "EffectRunner.swift", "advanced(clampedBy: quiet)",
        "advanced(clampedBy: Period(nanoseconds: 0))"),
      PlantedFault("chat", "Middleware.swift", "[.cancel(\"Listen\", key: nil)]", "[]"),
      PlantedFault(
        "login", "Conditions.swift", "active != nil || store.profile.name == nil", "active == nil"),
    ]

    static let ofKotlin = [
      PlantedFault(
        "todo", "Changing.kt", "return persistentList(this).move(start, end)",
        "return persistentList(this).move(end, start)"),
      PlantedFault(
        "text-editor", "History.kt",
        "future = persistentListOf(), group = group)\n    }\n\n    public",
        "group = group)\n    }\n\n    public"),
      PlantedFault(
        "search-cities", "EffectRunner.kt", "if (!isThere || entry.isSuperseded) return",
        "if (!isThere) return"),
      PlantedFault(
        "search-cities", "EffectRunner.kt", "entry.triesLeft > 0", "entry.triesLeft > 1"),
      PlantedFault("todo-with-settings", "TodoReducer.kt", ":36:11", ":37:11"),
      PlantedFault(
        "search-cities", "SearchReducer.kt", "state.query.isNotEmpty()", "state.query.isEmpty()"),
      PlantedFault("counter", "Numbers.kt", "val result = number + by", "val result = number - by"),
      PlantedFault(
        "chat", "PersistentMap.kt", "MapEntry(slots[place]?.key, value)",
        "MapEntry(slots[place]?.key, slots[place]?.value)"),
      PlantedFault(
        "text-editor", "Strings.kt", "text.codePointCount(0, text.length).toLong()",
        "text.length.toLong()"),
      PlantedFault("todo", "TodoReducer.kt", "appending(TodoItem", "inserting(0L, TodoItem"),
      PlantedFault("todo", "TodoReducer.kt", "!todoItem.isCompleted", "todoItem.isCompleted"),
      PlantedFault(
        "todo", "TodoReducer.kt", "moving(action.from, action.to)",
        "moving(action.to, action.from)"),
      PlantedFault("kanban", "BoardReducer.kt", "state.nextId, 1L", "state.nextId, 2L"),
      PlantedFault(
        "kanban", "BoardReducer.kt", "item, _ -> item.id == action.id",
        "item, _ -> item.id != action.id"),
      PlantedFault(
        "kanban", "BoardReducer.kt", "return if (isHandled) state else null", "return state"),
      PlantedFault("kanban", "BoardReducer.kt", ".limit != null &&", ".limit == null &&"),
      PlantedFault(
        "shopping-cart", "CartReducer.kt", "quantities.entry(action.id) { 0L }",
        "quantities.entry(action.id) { 1L }"),
      PlantedFault(
        "shopping-cart", "CartReducer.kt", "state.articles.at(action.id).stock\n",
        "state.articles.at(action.id).stock + 1L\n"),
      PlantedFault("shopping-cart", "CartReducer.kt", "\"sold-out\"", "\"sold\""),
      PlantedFault(
        "text-editor", "History.kt", "state.entering(old, group, limit)",
        "state.entering(old, group, 1)"),
      PlantedFault(
        "search-cities", "EffectRunner.kt",
        "val start = laterClamped(clock.now, waitingTime(debounce(scope(entry))))",
        "val start = clock.now"),
      PlantedFault(
        "search-cities", "EffectRunner.kt",
        "if (entry.effect.isLatest) supersede(entry) else emptyList()",
        "if (!entry.effect.isLatest) supersede(entry) else emptyList()"),
      PlantedFault("chat", "AppSpec.kt", "isTyping = true", "isTyping = false"),
      PlantedFault("chat", "AppSpec.kt", ".unread == 0L", ".unread != 0L"),
      PlantedFault(
        "chat", "ChatReducer.kt", "is TypingSeen -> typingSeen(state, action)",
        "is TypingSeen -> null"),
    ]

    static let ofTypeScript = [
      PlantedFault(
        "todo", "list.ts", "changed.splice(end, 0, ...changed.splice(start, 1))",
        "changed.splice(start, 0, ...changed.splice(end, 1))"),
      PlantedFault(
        "todo", "list.ts", "index < 0 || index > list.length", "index < 0 || index >= list.length"),
      PlantedFault(
        "counter", "int.ts", "inRange(value + by, \"increment\")",
        "inRange(value - by, \"increment\")"),
      PlantedFault(
        "counter", "int.ts", "BigInt.asIntN(64, value) === value",
        "BigInt.asIntN(63, value) === value"),
      PlantedFault(
        "chat", "map.ts", "if (wasThere) own.set(key, value as V);",
        "if (!wasThere) own.set(key, value as V);"),
      PlantedFault(
        "text-editor", "history.ts", "history.future.length === 0 ? null :",
        "history.past.length > 0 ? null :"
      ),
      PlantedFault("text-editor", "history.ts", ".slice(-limit)", ".slice(-1)"),
      PlantedFault("text-editor", "documentHistory.ts", "  50,", "  2,"),
      PlantedFault(
        "text-editor", "string.ts", "Array.from(text).length : text.length",
        "text.length : text.length"),
      PlantedFault(
        "search-cities", "effectRunner.ts", "if (!isThere || entry.isSuperseded) return;",
        "if (!isThere) return;"),
      PlantedFault(
        "search-cities", "effectRunner.ts", "entry.triesLeft > 0", "entry.triesLeft > 1"),
      PlantedFault(
        "search-cities", "effectRunner.ts",
        "this.now.laterClamped(waitingTime(effect.debounce(scope)))", "this.now"),
      PlantedFault(
        "search-cities", "effectRunner.ts", "effect.isLatest === true ? this.supersede",
        "effect.isLatest !== true ? this.supersede"),
      PlantedFault(
        "search-cities", "searchReducer.ts", "state.query !== \"\"", "state.query === \"\""),
      PlantedFault("todo-with-settings", "todoReducer.ts", ":36:11", ":37:11"),
      PlantedFault(
        "todo", "todoReducer.ts", "[...state.todos, { title: payload.text, isCompleted: false }]",
        "[{ title: payload.text, isCompleted: false }, ...state.todos]"),
      PlantedFault("todo", "todoReducer.ts", "!todoItem.isCompleted", "todoItem.isCompleted"),
      PlantedFault(
        "kanban", "boardReducer.ts", "incremented(state.nextId, 1n)",
        "incremented(state.nextId, 2n)"),
      PlantedFault(
        "kanban", "boardReducer.ts", "(item) => item.id === payload.id",
        "(item) => item.id !== payload.id"),
      PlantedFault(
        "kanban", "boardReducer.ts", "return isHandled ? state : null;", "return state;"),
      PlantedFault("kanban", "boardReducer.ts", ".limit !== null &&", ".limit === null &&"),
      PlantedFault(
        "shopping-cart", "cartReducer.ts", "payload.id, () => 0n)", "payload.id, () => 1n)"),
      PlantedFault("shopping-cart", "cartReducer.ts", "\"sold-out\"", "\"sold\""),
      PlantedFault(
        "shopping-cart", "cartReducer.ts", "state = { ...state, subtotal: 0n };\n", ""),
      PlantedFault(
        "notes", "notesReducer.ts", "gone.includes(key)", "!gone.includes(key)"),
      PlantedFault(
        "login", "appSpec.ts", "state.Profile.name === null", "state.Profile.name !== null"),
      PlantedFault("chat", "appSpec.ts", ".unread === 0n", ".unread !== 0n"),
      PlantedFault(
        "chat", "chatReducer.ts", "return { ...state, current: null };", "return state;"),
      PlantedFault("kanban", "store.ts", "if (error !== null) return error;", ""),
      PlantedFault(
        "text-editor", "specRuntime.ts",
        "former.hasValue && areSame(former.value, selected.value)) return null;",
        "former.hasValue && !areSame(former.value, selected.value)) return null;"),
      PlantedFault(
        "shopping-cart", "cartReducer.ts", "subtract(100n, state.percentOff)", "subtract(100n, 0n)"),
      PlantedFault(
        "shopping-cart", "cartReducer.ts", "decremented(article.stock, amount)",
        "decremented(article.stock, amount * 2n)"),
      PlantedFault(
        "shopping-cart", "cartReducer.ts", "state.quantities.without(payload.id)",
        "state.quantities"),
      PlantedFault(
        "shopping-cart", "cartReducer.ts", "return { ...state, total: 0n };", "return state;"),
      PlantedFault(
        "notes", "notesReducer.ts",
        "() => functions.subtree(state.notes, payload.id).includes(payload.under)",
        "() => !functions.subtree(state.notes, payload.id).includes(payload.under)"),
      PlantedFault(
        "notes", "notesReducer.ts",
        "removingWhere(note.children, (item) => areEqual(item, payload.id))",
        "removingWhere(note.children, (item) => !areEqual(item, payload.id))"),
      PlantedFault(
        "notes", "notesReducer.ts", "(note) => ({ ...note, text: payload.text })", "(note) => note"),
      PlantedFault(
        "chat", "chatReducer.ts", "rules.receive(conversation, payload.message, true)",
        "rules.receive(conversation, payload.message, false)"),
      PlantedFault(
        "login", "appSpec.ts", "=> !scope.action.payload.isSecondTry",
        "=> scope.action.payload.isSecondTry"),
      PlantedFault(
        "login", "appSpec.ts", "scope.state.Account.session.case === \"none\"",
        "scope.state.Account.session.case !== \"none\""),
      PlantedFault(
        "text-editor", "documentReducer.ts", "movedState(store.DocumentHistory, -1n, state)",
        "movedState(store.DocumentHistory, 1n, state)"),
      PlantedFault(
        "text-editor", "documentReducer.ts", "payload.to > codePoints(state.text)",
        "payload.to >= codePoints(state.text)"),
      PlantedFault(
        "text-editor", "documentHistory.ts", "group: () => action.payload.word", "group: () => null"
      ),
      PlantedFault(
        "text-editor", "documentHistory.ts", "{ kind: \"clear\" }", "{ kind: \"enter\" }"),
      PlantedFault("search-cities", "appSpec.ts", "Duration.of(\"0.3s\")", "Duration.of(\"0.4s\")"),
      PlantedFault("search-cities", "appSpec.ts", "retryTimes: 2", "retryTimes: 3"),
      PlantedFault(
        "search-cities", "appSpec.ts", "expected: [[200, 299]]", "expected: [[200, 599]]"),
      PlantedFault("search-cities", "appSpec.ts", "isForChanges: true", "isForChanges: false"),
      PlantedFault("kanban", "list.ts", "rest.length === list.length ? list : rest", "rest"),
      PlantedFault(
        "kanban", "list.ts", "list.slice(0, start).concat(elements, list.slice(start))",
        "list.slice(start).concat(elements, list.slice(0, start))"),
      PlantedFault(
        "todo-with-settings", "settingsReducer.ts", "payload.color !== state.textColor ?",
        "payload.color !== state.backgroundColor ?"),
    ]

    @Test(arguments: ofSwift)
    func `A fault in generated Swift is found`(fault: PlantedFault) throws {
      let program = try GeneratedProgram(of: fault.path) { text, path in
        fault.planted(in: text, at: path)
      }
      let difference = try PlantedFault.difference(
        of: program.spec.checked, at: fault.path, DriverPool("exec '\(program.executable.path)'"))
      #expect(difference != nil)
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Every fault in generated Kotlin is found`() throws {
      let programs = try FaultyKotlinPrograms(Self.ofKotlin)
      for (fault, program) in zip(Self.ofKotlin, programs.programs) {
        let difference = try PlantedFault.difference(
          of: program.spec, at: fault.path, program.drivers)
        #expect(difference != nil, "\(fault.testDescription)")
      }
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `Every fault in generated TypeScript is found`() throws {
      let programs = try FaultyTypeScriptPrograms(Self.ofTypeScript)
      for (fault, program) in zip(Self.ofTypeScript, programs.programs) {
        let difference = try PlantedFault.difference(
          of: program.spec, at: fault.path, program.drivers)
        #expect(difference != nil, "\(fault.testDescription)")
      }
    }
  }
}

import Testing

@testable import CEL

@Suite struct CheckerTests {
  @Test(arguments: [
    ("1 + 2", "int"), ("1.5", "double"), ("'a' + 'b'", "string"), ("1u", "uint"),
    ("[1, 2]", "list(int)"), ("[1, 'a']", "list(dyn)"), ("[]", "list(dyn)"),
    ("[[], [1]]", "list(list(int))"), ("{'a': 1}", "map(string, int)"), ("{}", "map(dyn, dyn)"),
    ("todos", "list(TodoItem)"), ("todos[i]", "TodoItem"), ("todos[i].title", "string"),
    ("todos.map(t, t.title)", "list(string)"), ("todos.filter(t, t.isCompleted)", "list(TodoItem)"),
    ("todos.exists(t, t.isCompleted)", "bool"), ("stock.map(k, k)", "list(string)"),
    ("stock.transformMap(k, v, string(v))", "map(string, string)"),
    ("todos.transformList(i, t, i)", "list(int)"),
    ("any.a.b[0]", "dyn"), ("any['a']", "dyn"), ("any['a']['b'].first()", "optional_type(dyn)"),
    ("[][0]['a']", "dyn"), ("[optional.none(), optional.of(1)]", "list(optional_type(int))"),
    ("any + 1", "int"), ("any == 1", "bool"),
    ("maybe", "int?"), ("maybe.orValue(0)", "int"), ("maybe == null", "bool"),
    ("maybe + 1", "int"), ("todos[0].due", "timestamp?"),
    ("TodoItem{title: 'x'}", "TodoItem"), ("[todos[0], TodoItem{title: ''}]", "list(TodoItem)"),
    ("stock.?milk", "optional_type(int)"), ("todos[0].?due", "optional_type(timestamp)"),
    ("stock[?'milk'].orValue(0)", "int"),
    ("optional.of(1).optMap(x, x + 1)", "optional_type(int)"),
    ("[1].first()", "optional_type(int)"),
    ("true ? 1 : 2", "int"), ("true ? maybe : 1", "int?"), ("type(1)", "type(int)"),
    ("cel.bind(x, 1, [x])", "list(int)"), ("['a'].closure(x, [x])", "list(string)"),
    ("todos.sortBy(t, t.title)", "list(TodoItem)"), ("load.failed", "string?"),
    ("timestamp('2020-01-01T00:00:00Z') - timestamp(0)", "duration"), ("ip('1.2.3.4')", "net.IP"),
    ("[].sort()", "dyn"), ("[].sum()", "dyn"), ("[].map(x, x + x)", "list(dyn)"),
    ("[1, 2].fold(r, x, null, r == null ? x : r + x)", "int?"),
    ("[1, 2].fold(r, x, null, x > 1 ? string(x) : r)", "string?"),
    ("todos.fold(r, x, null, r == null ? x : x.title > r.title ? x : r)", "TodoItem?"),
    ("[1].fold(r, x, null, r == null ? [x].fold(s, y, null, y) : r)", "int?"),
    ("[].map(x, x + 1)", "list(int)"), ("[].map(x, x.fold(sum, y, 0, sum + y))", "list(int)"),
    ("true ? ['a'] : [].sort()", "dyn"),
    ("[].reverse() + ['a']", "list(string)"),
  ])
  func typesAreFoundOut(text: String, type: String) {
    expectType(text, type)
  }

  @Test(
    arguments: [
      ("1️⃣todo2️⃣", "'todo' is not declared here", "did you mean 'todos'?"),
      (
        "todos[i].1️⃣isComplete2️⃣", "TodoItem has no field 'isComplete'", "did you mean 'isCompleted'?"
      ),
      ("has(todos[i].1️⃣titel2️⃣)", "TodoItem has no field 'titel'", "did you mean 'title'?"),
      ("1️⃣siez2️⃣(todos)", "there is no function 'siez'", "did you mean 'size'?"),
      ("'a'.1️⃣startWith2️⃣('a')", "there is no function 'startWith'", "did you mean 'startsWith'?"),
      ("'a'.1️⃣toUpperCase2️⃣()", "there is no function 'toUpperCase'", "did you mean 'upperAscii'?"),
      ("1️⃣len2️⃣(todos)", "there is no function 'len'", "did you mean 'size'?"),
      (
        "todos.1️⃣length2️⃣ > 0", "list(TodoItem) has no fields, so no 'length'",
        "did you mean 'size()'?"
      ),
      ("'a'.1️⃣count2️⃣", "string has no fields, so no 'count'", "did you mean 'size()'?"),
      ("1️⃣i + 'a'2️⃣", "no overload of '+' takes (int, string)", "write string(x) for the int"),
      ("1️⃣2 * 1.52️⃣", "no overload of '*' takes (int, double)", "write 2.0 instead of 2"),
      ("1️⃣i == 1.02️⃣", "no overload of '==' takes (int, double)", "write double(x) for the int"),
      ("1️⃣'a'.startsWith(1)2️⃣", "no overload of 'startsWith' takes string.startsWith(int)", nil),
      ("1️⃣i2️⃣ && true", "'&&' takes bool, found int", nil),
      ("true ? 1 : 1️⃣'a'2️⃣", "the branches of '?:' are of different types, int and string", nil),
      ("1️⃣Todo2️⃣{title: ''}", "there is no type 'Todo'", nil),
      ("TodoItem{1️⃣titel2️⃣: ''}", "TodoItem has no field 'titel'", "did you mean 'title'?"),
      ("TodoItem{title: 1️⃣12️⃣}", "expected string, found int", nil),
      (
        "1️⃣TodoItem2️⃣{}", "the field 'title' of TodoItem has no value",
        "it has no default, so it must be given"
      ),
      (
        "1️⃣TodoItem2️⃣{?title: optional.of('')}", "the field 'title' of TodoItem has no value",
        "it has no default, so it must be given"
      ),
      ("1️⃣Load2️⃣{}", "a value of Load has exactly one case", nil),
      ("1️⃣Load2️⃣{?failed: optional.of('')}", "a value of Load has exactly one case", nil),
      ("1️⃣i2️⃣.map(x, x)", "'map' goes through a list or a map, found int", nil),
      ("todos.filter(t, 1️⃣t.title2️⃣)", "'filter' takes bool, found string", nil),
      ("i.1️⃣foo2️⃣", "int has no fields, so no 'foo'", nil),
      ("{1️⃣1.52️⃣: 1}", "a key is bool, int, uint or string, found double", nil),
      ("'a'.matches(1️⃣'(a'2️⃣)", "that is no regular expression: the '(' is not closed", nil),
    ] as [(String, String, String?)])
  func mistakesAreToldWithTheirPlace(text: String, message: String, help: String?) {
    expectIssue(text, message, help: help)
  }

  @Test(
    "The type of an empty list's elements is dyn in each message",
    arguments: [
      "[] && true", "![]", "[].closure(x, 1)", "[].exists(x, [x])", "[[]].all(x, x)",
      "optional.none().optFlatMap(x, [x])", "{'a': []}.b.c", "true ? [[]] : ['a']",
      "[].fold(x, y, 1, [y])", "{[]: 1}", "[] + 1", "[[]] in 1", "size([], [])", "[].x",
    ])
  func openTypes(text: String) {
    let issues = #expect(throws: Issues.self) { try sample.compile(text) }
    #expect(issues?.items.contains { $0.message.contains("%") } == false)
  }

  @Test func allMistakesAreToldInTheOrderOfTheText() {
    let issues = #expect(throws: Issues.self) {
      try sample.compile("foo + todos[i].titel + bar")
    }
    #expect(issues?.items.map(\.range) == [0..<3, 15..<20, 23..<26])
  }

  @Test(arguments: [
    ("maybe != null ? maybe.orValue(1) : 0", "int"),
    ("maybe != null && maybe.orValue(1) > 0", "bool"),
    ("maybe != null ? maybe : 0", "int"), ("maybe == null ? 0 : maybe", "int"),
    ("!(maybe == null) ? [maybe] : [0]", "list(int)"), ("maybe != null && [maybe] == [1]", "bool"),
    ("maybe == null || [maybe] == [1]", "bool"),
    ("maybe != null && i > 0 ? maybe : 0", "int"), ("maybe != null || i > 0 ? maybe : 0", "int?"),
    ("has(todos[i].due) ? todos[i].due : timestamp(0)", "timestamp"),
    ("has(todos[i].due) ? todos[0].due : timestamp(0)", "timestamp?"),
    ("todos[0].due != null ? [1].map(todos, todos) : [0]", "list(int)"),
    ("maybe != null ? 0 : maybe", "int?"),
    ("todos.map(t, t.due != null ? t.due : timestamp(0))", "list(timestamp)"),
    ("maybe != null ? todos.map(maybe, maybe.due) : []", "list(timestamp?)"),
  ])
  func whatATestHasShownIsNotNull(text: String, type: String) {
    expectType(text, type)
  }

  @Test(
    "A value beside null is a value or null",
    arguments: [
      ("i > 0 ? 1 : null", "int?"), ("i > 0 ? null : todos[0]", "TodoItem?"),
      ("i > 0 ? todos[0].due : null", "timestamp?"), ("i > 0 ? dyn(1) : null", "dyn"),
      ("i > 0 ? (i > 1 ? 'a' : null) : null", "string?"), ("i > 0 ? [] : null", "list(dyn)?"),
      ("i > 0 ? null : null", "null"), ("(i > 0 ? 1 : null).orValue(2)", "int"),
    ])
  func branchesWithNull(text: String, type: String) {
    expectType(text, type)
  }

  @Test func whatAGuardHasShownIsNotNull() throws {
    let guarded = sample.assuming(try sample.parse("maybe != null && i > 0"))
    #expect(try guarded.compile("maybe").type == .int)
    let otherwise = sample.assuming(try sample.parse("maybe == null"), is: false)
    #expect(try otherwise.compile("maybe").type == .int)
    var shadowed = guarded
    shadowed.declare("maybe", .nullable(.string))
    #expect(try shadowed.compile("maybe").type == .nullable(.string))
  }

  @Test(
    arguments: [
      ("1 + 2", 0), ("i + 1", 1), ("[1, 2, 3].all(x, x > i)", 6),
      ("lists.range(10).map(x, x + i)", 31),
      ("i in [1, 2, 3]", 4), ("[[1], [i]] == [[i], [2]]", nil), ("string(i).matches('a')", nil),
      ("todos.size()", nil), ("todos.all(t, t.isCompleted)", nil), ("i == 1 && i > 0", 2),
      ("[i].closure(x, [x])", nil), ("[3, i].sortBy(x, -x)", nil), ("stock['milk']", nil),
      ("cel.bind(x, 1u / uint(i - 1) == 1u, x || x || true)", 5),
    ] as [(String, Int?)])
  func theCostIsKnownWhereSizesAre(text: String, cost: Int?) throws {
    let program = try sample.compile(text)
    #expect(program.costLimit == cost)
    if let cost {
      var frame = try sampleFrame()
      frame.budget = cost
      #expect(throws: Never.self) { try program.evaluate(&frame) }
    }
  }

  @Test(arguments: [
    ("i + 1", true), ("todos.map(t, t.due)", true), ("any", false), ("[any][0] == 1", false),
    ("maybe == null ? [0] : [maybe]", true), ("[timestamp(0), null]", false),
    ("i == 0 ? null : timestamp(0)", true), ("[]", false), ("size([])", true),
    ("todos == []", true), ("[[]]", false), ("[] + [1]", true), ("[] + [any]", false),
    ("[][0]", false), ("{}['a'] == 1", false), ("[].map(x, x)", false),
    ("{'a': optional.of(1), 'b': null}", false),
  ])
  func aTypeIsProvenWhereEveryValueHasIt(text: String, isProven: Bool) throws {
    #expect(try sample.compile(text).isProven == isProven)
  }

  @Test func aNameDeclaredAgainMeansTheLaterOne() throws {
    var environment = Environment()
    environment.declare("x", .int)
    environment.declare("x", .string)
    var frame = Frame(slots: [.int(1), .string("a")], budget: 10)
    #expect(try environment.compile("x").evaluate(&frame) == .string("a"))
  }

  @Test func functionsCanBeAdded() throws {
    var environment = Environment()
    environment.library.add(
      Function(
        "twice",
        [
          .of("twice_int", doc: "Twice the number.") { (a: Int64, _) throws(Failure) in
            a.multipliedReportingOverflow(by: 2).partialValue
          }
        ]))
    var frame = Frame(slots: [], budget: 10)
    #expect(try environment.compile("twice(21)").evaluate(&frame) == .int(42))
  }

  @Test func everyFunctionOfTheLibraryIsDescribed() {
    for function in Library.standard.functions.values {
      for overload in function.overloads {
        #expect(overload.doc.hasSuffix("."), "\(overload.id)")
      }
    }
    let ids = Library.standard.functions.values.flatMap { $0.overloads.map(\.id) }
    #expect(Set(ids).count == ids.count)
  }
}

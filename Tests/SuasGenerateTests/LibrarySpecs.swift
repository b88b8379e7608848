import CEL
import Foundation
import SuasProgram
import SuasSpec
import YAML

@testable import SuasScenario

/// The functions of the expression library as specs, which have an action for each overload: its rule
/// writes the result for the values of the payload as a text, or is refused with the error.
struct LibrarySpecs {
  /// A call of an overload with values from the payload of an action.
  struct Call {
    /// The name of the action.
    let action: String
    /// The id of the overload.
    let overload: String
    let parameters: [Parameter]
    /// The expression.
    let text: String
  }

  /// A field of a payload, with the part of an expression that makes an argument of it.
  struct Parameter {
    let type: String
    let text: String
    let values: [Value]

    static func anything(_ text: String) -> Parameter {
      Parameter(type: "any", text: text, values: LibrarySpecs.anything)
    }
  }

  /// Expressions that the interpreter has ways of its own for.
  private static let others = [
    "action.first.startsWith('a')", "action.first.endsWith('3')", "action.first.matches('a|3')",
    "regex.replace(action.first, '[a3]', 'b')", "regex.extractAll(action.first, 'a')",
    "action.first + 1", "action.first - 1", "1 * action.first", "6 / action.first",
    "action.first < 3", "3 >= action.first", "action.first == 3", "action.first != 'a'",
    "action.first[0]", "action.first['a']", "has(action.first.a)", "action.first.a",
    "'a' in action.first", "3 in action.first", "action.first ? 1 : 2", "action.first && true",
    "action.first.all(x, x > 0)", "action.first.map(x, x)", "action.first.sortBy(x, x)",
    "action.first.exists(i, x, x == 1)", "action.first.transformMap(k, v, v)",
    "action.first.orValue(1)", "[?action.first[?0]]", "[action.first.?a].unwrapOpt()",
    "optional.of(action.first).orValue(1)", "[optional.ofNonZeroValue(action.first)].unwrapOpt()",
    "type(action.first)", "[action.first].distinct()", "action.first in [3, 'a', true]",
    "cel.bind(x, action.first + 1, x + x)", "cel.bind(x, action.first + 1, 5)",
    "false || action.first == 3 || action.first < 0", "[1, action.first].max()",
    "{'a': action.first}.a", "{action.first: 1}", "math.greatest(action.first, 2, 2.5)",
  ]

  /// The ways in which the types of the arguments are known.
  enum Typing: CaseIterable {
    /// The types are known when the spec is checked.
    case known
    /// The types are those of the overload, but known only when the rule runs.
    case dynamic
    /// The values are of all types.
    case any
  }

  let calls: [Call]
  let spec: CheckedSpec

  init(_ typing: Typing) throws {
    var calls: [Call] = []
    for function in Library.tables.flatMap(\.functions) where function.name != "_[_]" {
      for overload in function.overloads {
        if let call = Self.call(function, overload, typing, calls.count) { calls.append(call) }
      }
    }
    if typing == .any {
      for text in Self.others {
        calls.append(
          Call(
            action: "Call\(calls.count)", overload: "", parameters: [.anything("action.first")],
            text: "\"%s\".format([dyn(\(text))])"))
      }
    }
    self.calls = calls
    let path = FileManager.default.temporaryDirectory.appending(
      path: "suas-library-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(Self.text(calls).utf8).write(to: path)
    spec = try Loader(root: nil).checkedSpec(at: [path.path])
  }

  private static func text(_ calls: [Call]) -> String {
    var lines = ["suas: 1", "states: { Result: { text: string = '' } }", "actions:"]
    for call in calls {
      let fields = zip(names, call.parameters).map { "\($0): \"\($1.type)\"" }
      lines.append("  \(call.action): { \(fields.joined(separator: ", ")) }")
    }
    lines += ["reducers:", "  ResultReducer:", "    state: Result", "    on:"]
    for call in calls {
      let text = call.text.replacing("'", with: "''")
      lines.append("      \(call.action): [{ set: text, value: '${\(text)}' }]")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let names = ["first", "second", "third", "fourth"]

  private static func call(
    _ function: Function, _ overload: Overload, _ typing: Typing, _ number: Int
  ) -> Call? {
    var parameters: [Parameter] = []
    for (name, type) in zip(names, overload.parameters) {
      guard let parameter = parameter(type, "action.\(name)", overload.id) else { return nil }
      parameters.append(parameter)
    }
    if typing == .any {
      parameters = names.prefix(parameters.count).map {
        .anything("action.\($0)")
      }
    }
    let arguments = parameters.map { typing == .dynamic ? "dyn(\($0.text))" : $0.text }
    var text = expression(function, overload, arguments)
    switch overload.result {
    case .abstract("optional_type", _): text = "[\(text)].unwrapOpt()"
    case .abstract: text = "string(\(text))"
    default: break
    }
    return Call(
      action: "Call\(number)", overload: overload.id, parameters: parameters,
      text: "\"%s\".format([dyn(\(text))])")
  }

  private static func expression(
    _ function: Function, _ overload: Overload, _ arguments: [String]
  ) -> String {
    if function.isOperator {
      let sign = function.name == "@in" ? "in" : function.name.replacing("_", with: "")
      return arguments.count == 1
        ? "\(sign)\(arguments[0])" : "\(arguments[0]) \(sign) \(arguments[1])"
    }
    let rest = overload.isMember ? Array(arguments.dropFirst()) : arguments
    let call = "\(function.name)(\(rest.joined(separator: ", ")))"
    return overload.isMember ? "\(arguments[0]).\(call)" : call
  }

  /// The parameter for values of a type; nil for a type that no payload makes.
  private static func parameter(_ type: Type, _ name: String, _ id: String) -> Parameter? {
    switch type {
    case .bool: return Parameter(type: "bool", text: name, values: [.bool(true), .bool(false)])
    case .int where id == "lists_range":
      return Parameter(type: "int", text: name, values: [0, 3, -1])
    case .int, .parameter:
      if id == "in_map" { return Parameter(type: "string", text: name, values: texts(["a", "c"])) }
      return Parameter(type: "int", text: name, values: ints)
    case .uint: return Parameter(type: "string", text: "uint(\(name))", values: uints)
    case .double: return Parameter(type: "double", text: name, values: doubles)
    case .string: return Parameter(type: "string", text: name, values: strings(id, name))
    case .bytes:
      return Parameter(
        type: "string", text: "bytes(\(name))", values: texts(["", "a", "ä€", "ab"]))
    case .timestamp: return Parameter(type: "timestamp", text: name, values: timestamps)
    case .duration: return Parameter(type: "duration", text: name, values: durations)
    case .dyn: return Parameter(type: "any", text: name, values: anything)
    case .map:
      return Parameter(
        type: "map(int)", text: name,
        values: [[:], ["a": 1, "b": 2]])
    case .nullable: return Parameter(type: "int?", text: name, values: ints + [.null])
    case .list(let element): return list(element, name, id)
    case .abstract("optional_type", _):
      return Parameter(type: "int", text: "optional.ofNonZeroValue(\(name))", values: ints)
    case .abstract("net.IP", _): return Parameter(type: "string", text: "ip(\(name))", values: ips)
    case .abstract("net.CIDR", _):
      return Parameter(type: "string", text: "cidr(\(name))", values: cidrs)
    default: return nil
    }
  }

  private static func list(_ element: Type, _ name: String, _ id: String) -> Parameter? {
    if case .list = element {
      let inner: [Value] = [[[1, 2], [], [3]], []]
      return Parameter(type: "list(list(int))", text: name, values: inner)
    }
    if element == .dyn {
      let lists: [Value] = [
        [1, [2, [2.5]], "a", .null], [], [-1.25, true], [10, 255, -3], ["ä", "b"],
        [["b": 1, "a": .null]],
      ]
      return Parameter(type: "list(any)", text: name, values: lists)
    }
    guard let one = parameter(element, "x", id) else { return nil }
    let text = one.text == "x" ? name : "\(name).map(x, \(one.text))"
    let values = one.values
    return Parameter(
      type: "list(\(one.type))", text: text,
      values: [
        .list([]), .list(List(values)), .list(List(values.reversed() + values)),
        .list(List(values.prefix(2))), .list(List(values.suffix(1))),
      ])
  }

  // MARK: Values

  private static let ints: [Value] = [0, 1, -1, 2, 5, 63, 64, .max, .min, 1_000_000_000_000]
    .map { .int($0) }
  private static let uints = texts([
    "0", "1", "2", "7", "9223372036854775808", "18446744073709551615",
  ])
  private static let doubles: [Value] = [
    0, -0.0, 1, -1.5, 2.5, 1e20, 9.223372036854775807e18, .nan, .infinity, -.infinity,
    .leastNonzeroMagnitude, 0.1,
  ].map { .double($0) }
  private static let timestamps: [Value] = [
    "2024-02-29T23:59:59.123456789Z", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z", "2026-07-14T01:30:00Z", "1900-03-01T12:00:00Z",
  ].compactMap { Timestamp($0).map { .timestamp($0) } }
  private static let durations: [Value] = [
    0, 1, -1, 1_500_000_000, 90_061_001_000_000, -86_400_000_000_000, .max, .min,
  ].map { .duration(Duration(nanoseconds: $0)) }
  private static let ips = texts([
    "127.0.0.1", "::1", "10.0.0.7", "fe80::1", "224.0.0.1", "2001:db8::ff00:42:8329", "0.0.0.0",
    "x",
  ])
  private static let cidrs = texts(["10.0.0.0/8", "10.1.2.3/16", "::/0", "2001:db8::/32", "x/8"])
  fileprivate static let anything: [Value] = [
    3, 3.0, "3", true, .null, [1, 0.5], ["a": 1], -2, -0.5, "", [], ["a", "b"],
  ]

  private static func texts(_ texts: [String]) -> [Value] { texts.map { .string($0) } }

  /// Texts that an overload makes something of.
  private static func strings(_ id: String, _ name: String) -> [Value] {
    let isFirst = name.hasSuffix("first")
    switch id {
    case let id where id.hasSuffix("_with_tz"):
      return texts(["UTC", "Europe/Rome", "-02:30", "+05:45", "America/New_York", "Nowhere", "EST"])
    case "string_format" where isFirst:
      return texts([
        "%s", "%d", "%f|%.3f", "%e", "%.0e", "%b", "%o", "%x", "%X", "a%%b", "%q", "%", "%.2000f",
        "%s, %s",
      ])
    case "string_to_timestamp": return texts(["2024-02-29T12:00:00+01:00", "2023-02-29T12:00:00Z"])
    case "string_to_duration": return texts(["1h30m", "-1.5s", "300ms", "0", "1x", ""])
    case "string_to_bool": return texts(["true", "T", "no"])
    case "string_to_ip", "is_ip", "ip_is_canonical", "cidr_contains_ip_string":
      return ips + texts(["::ffff:1.2.3.4", "2001:DB8::1", "1.2.3", "1.2.3.4%eth0"])
    case "string_to_cidr", "is_cidr", "cidr_contains_cidr_string":
      return cidrs + texts(["10.0.0.0/33", "10.0.0.0/08", "1.2.3.4"])
    case "base64_decode_string": return texts(["", "YQ==", "YQ", "YWI=", "Y", "Y-==", "/+8="])
    case let id where id.hasPrefix("regex") || id.hasPrefix("matches"):
      return isFirst
        ? texts(["foo bar", "", "äöü", "aaa", "2024-05-06"])
        : name.hasSuffix("second")
          ? texts(["o+", "(a)", "", "[0-9]+", "(", "(.)(.)", "ö"])
          : texts(["x", "\\\\0!", "\\\\1", "\\\\3", ""])
    default:
      return texts([
        "", "a", "1", "18446744073709551616", "Hello, wörld", "e\u{301}é", "1.5e3", " \u{a0}x\t",
        "a\"b\\c\n", "👩‍👩‍👧", "-7",
      ])
    }
  }
}

extension LibrarySpecs.Call {
  /// Payloads with different combinations of the values.
  var payloads: [[String: Value]] {
    let names = ["first", "second", "third", "fourth"]
    let count = parameters.isEmpty ? 1 : max(parameters.map(\.values.count).max() ?? 1, 12)
    let rounds = parameters.count > 1 ? count * 3 : count
    return (0..<rounds).map { number in
      var payload: [String: Value] = [:]
      for (index, (name, parameter)) in zip(names, parameters).enumerated() {
        let round = number / count
        let step = index == 0 ? number : number * (index + round) + round + index
        payload[name] = parameter.values[step % parameter.values.count]
      }
      return payload
    }
  }
}

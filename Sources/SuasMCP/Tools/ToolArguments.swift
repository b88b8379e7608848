import CEL
import Files
import JSONRPC
import SuasScenario
import SuasSpec
import YAML

/// The arguments of a call, checked against the parameters of the tool.
struct ToolArguments: Sendable {
  /// The words of the command line after those of the tool.
  private(set) var words: [String] = []
  /// The names of the arguments that are given, and not false or empty.
  private(set) var given: Set<String> = []
  /// The texts and paths by their arguments.
  private(set) var texts: [String: [String]] = [:]

  /// - Throws: `invalidParams` for arguments that do not fit the schema of the tool.
  init(_ arguments: Parameters, of tool: Tool) throws(ResponseError) {
    var members: [String: Value] = [:]
    switch arguments.value {
    case .map(let map)?:
      for (key, value) in map { members[key.interpolated] = value }
    case nil, .null?: break
    default: throw ResponseError(.invalidParams, "'arguments' is an object")
    }
    let names = tool.parameters.map(\.name)
    for name in members.keys.sorted() where !names.contains(name) {
      let near = suggestion(for: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw ResponseError(
        .invalidParams, "'\(tool.name)' has no argument '\(DisplayText.escaped(name))'\(near)")
    }
    var (leading, options, last) = ([String](), [String](), [String]())
    for parameter in tool.parameters {
      let value = members[parameter.name]
      guard let value, value != .null else {
        if parameter.isRequired {
          throw ResponseError(.invalidParams, "the argument '\(parameter.name)' is missing")
        }
        continue
      }
      let found = try Self.texts(of: value, for: parameter)
      guard !found.isEmpty else {
        if parameter.isRequired { throw Self.mistake(parameter, "needs at least one element") }
        continue
      }
      given.insert(parameter.name)
      texts[parameter.name] = found
      switch (parameter.kind, parameter.option) {
      case (.subcommand, _): leading += found
      case (.flag, let option?): options.append(option)
      // With its option in one word, a value is no option, however it begins.
      case (_, let option?): options += found.map { "\(option)=\($0)" }
      case (_, nil): last += found
      }
    }
    // Nor is what follows.
    words = leading + options + (last.isEmpty ? [] : ["--"] + last)
  }

  private static func mistake(_ parameter: ToolParameter, _ reason: String) -> ResponseError {
    ResponseError(.invalidParams, "the argument '\(parameter.name)' \(reason)")
  }

  /// Returns the words for a value; none for false and for what is empty.
  private static func texts(
    of value: Value, for parameter: ToolParameter
  ) throws(ResponseError) -> [String] {
    switch (parameter.kind, value) {
    case (.flag, .bool(let flag)): return flag ? ["true"] : []
    case (.text, .string(let text)), (.path, .string(let text)), (.version, .string(let text)):
      return [try word(text, of: parameter)]
    case (.choice(let names), .string(let text)), (.subcommand(let names), .string(let text)):
      guard names.contains(text) else {
        throw mistake(parameter, "is one of \(names.joined(separator: ", "))")
      }
      return [text]
    case (.number(let range), _):
      guard let number = Parameters(value).number, range.contains(number) else {
        throw mistake(
          parameter, "is a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return ["\(number)"]
    case (.paths, .list(let items)), (.scenarios, .list(let items)), (.texts, .list(let items)):
      var words: [String] = []
      for item in items {
        guard case .string(let text) = item else {
          throw mistake(parameter, "is a list of texts")
        }
        words.append(try word(text, of: parameter))
      }
      return words
    case (.variables, .map(let map)):
      var words: [String] = []
      for (name, value) in map {
        words.append(try word("\(name.interpolated)=\(JSONText.of(value))", of: parameter))
      }
      return words
    default: throw mistake(parameter, "is \(parameter.kind.noun)")
    }
  }

  private static func word(
    _ text: String, of parameter: ToolParameter
  ) throws(ResponseError) -> String {
    // A command line cannot hold it: the rest would be lost.
    guard !text.utf8.contains(0) else { throw mistake(parameter, "has a NUL character") }
    return text
  }
}

extension ToolParameter.Kind {
  fileprivate var noun: String {
    switch self {
    case .flag: "true or false"
    case .text, .path, .version, .choice, .subcommand: "a text"
    case .number: "a number"
    case .paths, .scenarios, .texts: "a list of texts"
    case .variables: "an object"
    }
  }
}

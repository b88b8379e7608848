import ArgumentParser
import CEL
import LibYAML
import SuasReports
import SuasScenario
import SuasSpec
import YAML

struct Eval: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Evaluate an expression, and print its value and its type.",
    discussion: "For example: suas-run eval 'size(names) > 1' --var 'names=[Ann, Bob]'")

  /// Returns arguments with an expression that begins with a minus after `--`, so that it is not
  /// taken for an option. The command has no short options but `-h`.
  static func separatingExpression(_ arguments: [String]) -> [String] {
    guard arguments.first == "eval", !arguments.contains("--") else { return arguments }
    var isValue = false
    for (index, argument) in arguments.enumerated().dropFirst() {
      if isValue {
        isValue = false
      } else if argument.hasPrefix("--"), argument.dropFirst(2).first?.isLetter == true {
        isValue = !argument.contains("=") && !["--help", "--version"].contains(argument)
      } else if argument.hasPrefix("-"), argument.count > 1, argument != "-h" {
        var others = arguments
        others.remove(at: index)
        return others + ["--", argument]
      }
    }
    return arguments
  }

  @Argument(help: "The expression, in CEL.")
  var expression: String

  @Option(
    name: .customLong("var"),
    help: ArgumentHelp(
      "A variable. Its value is YAML, which determines its type.", valueName: "name=value"))
  var variables: [String] = []

  @Option(
    help: ArgumentHelp(
      "A spec whose constants, functions and types the expression can use.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var spec: String?

  @Flag(help: "Print the value and the type, or the mistake and its place, as JSON.")
  var json = false

  @OptionGroup var folder: RootArguments

  func run() throws {
    let types = try spec.map(types) ?? TypeTable()
    var environment = Environment(types: types.cel)
    var values: [String: Value] = [:]
    for variable in variables {
      let (name, value) = try Self.parse(variable)
      environment.declare(name, value.type)
      values[name] = value
    }
    let source = Source(name: "expression", text: expression)
    func range(_ part: Range<Int>) -> SourceRange {
      SourceRange(source: source, lowerBound: part.lowerBound, upperBound: part.upperBound)
    }
    let program: ExpressionPlan
    do throws(Issues) {
      program = try environment.compile(expression)
    } catch {
      let diagnostics = error.items.map {
        Diagnostic($0, at: range($0.range), types.definitions)
      }
      tell(diagnostics)
      throw ExitStatus.unreadable
    }
    var frame = environment.frame(values)
    do throws(EvaluationError) {
      let value = try program.evaluate(&frame)
      var room = TextRoom(bytes: JSONText.longestValue)
      guard room.take(value) else {
        throw EvaluationError(
          code: "state-too-large",
          message: "the value is larger than \(JSONText.longestValue >> 20) MB as text")
      }
      guard json else {
        return Terminal.write(
          "\(DisplayText.escaped(value.description))\n\(program.type)\n")
      }
      tell { json in
        json.write("value", value.description)
        json.write("type", "\(program.type)")
      }
    } catch {
      let code = Diagnostic.Code(error.code)
      tell([Diagnostic(code, error.message, at: range(error.range))])
      throw ExitStatus.failed
    }
  }

  private func tell(_ diagnostics: [Diagnostic]) {
    guard json else { return Terminal.report(Diagnostics(diagnostics), ofYAML: false) }
    tell { $0.write("diagnostics", diagnostics) { $0.write($1) } }
  }

  private func tell(_ members: (inout JSONText) -> Void) {
    let text = JSONText.object { json in
      json.write("version", 1)
      members(&json)
    }
    Terminal.write(text.text + "\n", as: .json)
  }

  /// Returns the types, constants and functions of a spec.
  private func types(ofSpecAt path: String) throws -> TypeTable {
    do throws(Diagnostics) {
      return try Loader(root: folder.root).spec(at: [path]).checked.types
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
  }

  /// Reads `name=value`.
  private static func parse(_ variable: String) throws -> (String, Value) {
    guard let equal = variable.firstIndex(of: "=") else {
      throw ValidationError("'\(DisplayText.escaped(variable))' is not name=value")
    }
    let name = String(variable[..<equal])
    guard case .ident(name) = try? Environment().parse(name).kind else {
      throw ValidationError("'\(DisplayText.escaped(name))' cannot be the name of a variable")
    }
    let text = String(variable[variable.index(after: equal)...])
    let sink = DiagnosticSink()
    let reader = ValueReader(
      constantsOf: TypeTable(), failure: .invalidLiteral, sink: sink)
    do throws(Diagnostics) {
      let value = reader.literal.readConstant(
        try LibYAML.parse(Source(name: "--var \(name)", text: text)), as: .any)
      try sink.throwErrors()
      return (name, value ?? .null)
    } catch {
      Terminal.report(error)
      throw ExitStatus.unreadable
    }
  }
}

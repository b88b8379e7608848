import LibYAML
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The one layout of specs, scenario files and fragments.
///
/// Formatting changes how a file is written, and nothing else: the result is parsed, checked and
/// compared with the original before it is returned.
package enum Formatter {
  /// A difference between a file and its formatted text, which is a mistake of this program.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    /// The notation of the file is not understood from an offset on.
    case notation(Int)
    /// The formatted text cannot be parsed.
    case unreadable
    /// The formatted text has other values.
    case values
    /// A comment, an anchor or an alias is missing or has been changed.
    case comments
    /// The formatted spec does something else.
    case program
    /// Formatting the result again changes it.
    case unstable

    package var description: String {
      switch self {
      case .notation(let offset): "its notation is not understood at byte \(offset)"
      case .unreadable: "it could not be parsed any more"
      case .values: "it would have other values"
      case .comments: "a comment, an anchor or an alias would be lost"
      case .program: "it would do something else"
      case .unstable: "it would change again when it is formatted again"
      }
    }
  }

  /// The result of formatting a file.
  package enum Outcome: Sendable {
    /// The formatted text, which may be equal to the old one.
    case formatted([UInt8])
    /// The file is no spec, scenario file or file of fragments, and left alone.
    case other
    /// The text is left as it is.
    case fault(Fault)
  }

  /// Formats a file.
  ///
  /// - Parameters:
  ///   - lines: The lines that change, counted from 1; nil for all.
  ///   - skipsOthers: True to leave YAML files alone that are of no kind of this program.
  /// - Throws: the errors of a file that cannot be parsed.
  package static func format(
    _ source: Source, lines: ClosedRange<Int>? = nil, skipsOthers: Bool = false
  ) throws(Diagnostics) -> Outcome {
    let tree = try LibYAML.parse(source)
    let kind = FormattedKind(tree)
    if skipsOthers, kind == nil { return .other }
    do throws(Fault) {
      let text = try formatted(tree, kind)
      guard let lines else { return .formatted(text) }
      return .formatted(try part(of: text, lines, tree, kind))
    } catch {
      return .fault(error)
    }
  }

  /// Returns a text with some lines formatted: only the lines that are asked for, if the result is
  /// the same document; else the sections that contain them; else all lines.
  private static func part(
    of text: [UInt8], _ lines: ClosedRange<Int>, _ tree: Node, _ kind: FormattedKind?
  ) throws(Fault) -> [UInt8] {
    let source = tree.range.source
    let difference = LineDifference(from: source.utf8, to: text)
    let asked = lines.lowerBound - 1..<lines.upperBound
    let starts = (tree.mapping ?? []).map { $0.key.range.location.line }
    let first = starts.last { $0 <= asked.lowerBound } ?? 0
    let last = starts.first { $0 >= asked.upperBound } ?? difference.old.count
    for part in [asked, first..<max(first, last)] {
      let changed = difference.text(changing: part)
      let result = Source(name: source.name, text: String(decoding: changed, as: UTF8.self))
      guard let newTree = try? LibYAML.parse(result),
        isSame(tree, newTree, kind?.grammar ?? .free()),
        try layout(newTree, kind).keepsAll(of: layout(tree, kind))
      else { continue }
      return changed
    }
    return text
  }

  private static func formatted(
    _ tree: Node, _ kind: FormattedKind?
  ) throws(Fault) -> [UInt8] {
    let layout = try layout(tree, kind)
    let text = layout.text
    let source = tree.range.source
    if text == source.utf8 { return text }
    let result = Source(name: source.name, text: String(decoding: text, as: UTF8.self))
    guard let newTree = try? LibYAML.parse(result) else { throw .unreadable }
    let isAlike = isWrittenAlike(tree, newTree)
    guard isAlike || isSame(tree, newTree, kind?.grammar ?? .free()) else { throw .values }
    let again = try Self.layout(newTree, kind)
    guard again.keepsAll(of: layout) else { throw .comments }
    guard again.text == text else { throw .unstable }
    if kind == .spec, !isAlike, !isReadAlike(tree, newTree, SpecGrammar.keys),
      !isSameProgram(tree, newTree)
    {
      throw .program
    }
    return text
  }

  /// A tree in its new layout, with the parts that have to stay.
  private struct Layout {
    let text: [UInt8]
    let comments: [String]
    let references: [String]
    /// True if the text has keys in another order.
    let isReordered: Bool

    /// True if another text has the same comments, anchors and aliases, in the same order unless
    /// entries have moved.
    func keepsAll(of old: Layout) -> Bool {
      references == old.references
        && (old.isReordered
          ? comments.sorted() == old.comments.sorted() : comments == old.comments)
    }
  }

  private static func layout(_ tree: Node, _ kind: FormattedKind?) throws(Fault) -> Layout {
    let syntax: SyntaxTree
    do throws(UnknownNotation) {
      syntax = try SyntaxTree(of: tree)
    } catch {
      throw .notation(error.offset)
    }
    var ordered = syntax
    var pass = GrammarPass()
    if let kind { pass.apply(kind.grammar, to: &ordered.root) }
    return Layout(
      text: LayoutWriter.text(of: ordered, sections: FormattedKind.spacing(of: kind)),
      comments: syntax.comments,
      references: syntax.references, isReordered: pass.hasReordered)
  }
}

import SuasScenario
import YAML

/// The lines of a spec's files that are not in the same files of an earlier revision.
struct ChangedLines: Sendable {
  /// For each file, by its name, the numbers of the lines from zero.
  private let lines: [String: Set<Int>]

  /// Reads the files of a revision, and compares them with those of today.
  init(of sources: [Source], since revision: GitRevision) throws(GitFailure) {
    var lines: [String: Set<Int>] = [:]
    for source in sources {
      let old: [UInt8]?
      do throws(GitFailure) {
        old = try revision.read(source.name, limit: Source.maximumSize)
      } catch {
        throw GitFailure(
          message:
            "'\(source.name)' cannot be compared with '\(revision.name)': \(error.message)")
      }
      // A file that the revision does not have is all new.
      let text = String(decoding: old ?? [], as: UTF8.self)
      lines[source.name] = Self.changed(
        in: source, since: old == nil ? nil : Source(name: source.name, text: text))
    }
    self.lines = lines
  }

  /// Returns true if any line of a place is changed.
  func contains(_ place: SourceRange) -> Bool {
    guard let changed = lines[place.source.name] else { return false }
    return (place.location.line...place.endLocation.line).contains(where: changed.contains)
  }

  /// The most pairs of lines that are compared; of files that differ more, all lines between the
  /// first and the last difference are changed.
  private static let mostPairs = 4_000_000

  /// Returns the numbers of the lines of a text that another one does not have in this order.
  static func changed(in new: Source, since old: Source?) -> Set<Int> {
    let lines = new.lines.map { new.utf8[$0] }
    let before = old.map { old in old.lines.map { old.utf8[$0] } } ?? []
    let start = zip(lines, before).prefix { $0 == $1 }.count
    let end = zip(lines.dropFirst(start).reversed(), before.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let (inner, outer) = (
      lines.dropFirst(start).dropLast(end), before.dropFirst(start).dropLast(end)
    )
    guard inner.count * outer.count <= mostPairs else { return Set(inner.indices) }
    let difference = Array(inner).difference(from: Array(outer))
    return Set(
      difference.insertions.map { change in
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): start + offset
        }
      })
  }
}

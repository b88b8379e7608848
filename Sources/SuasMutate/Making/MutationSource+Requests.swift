import CEL
import SuasSpec
import YAML
import YAMLSyntax

/// The mutations of the requests of effects, as far as these are written out: a computed part is
/// mutated as an expression.
extension MutationSource {
  mutating func mutate(run: Node, of effect: CheckedEffect) {
    let reaching = [effect.point]
    for entry in run.mapping ?? [] {
      switch entry.key.text {
      case "http": mutate(http: entry.value, reaching)
      case "delay", "every": mutateDuration(entry.value, reaching)
      case "read-file": mutateContents(entry.value, reaching)
      case "write-file":
        for field in entry.value.mapping ?? [] { mutateContents(field.value, reaching) }
      case "custom":
        for field in entry.value.mapping ?? [] where field.key.text == "input" {
          mutatePart(field, reaching)
        }
      default: break
      }
    }
  }

  private mutating func mutate(http: Node, _ reaching: [Int]) {
    if let first = http.mapping?.first?.key,
      http.mapping?.contains(where: { $0.key.text == "method" }) == false
    {
      add(.changeRequest, at: first.range, reaching: reaching) {
        $0.inserting("method: \(Self.otherMethods["GET"] ?? "POST")", before: first)
      }
    }
    for entry in http.mapping ?? [] {
      switch entry.key.text {
      case "method":
        guard let method = entry.value.scalar else { break }
        replace(method, with: Self.otherMethods[method.text.uppercased()] ?? "POST", reaching)
      case "url":
        guard let url = entry.value.scalar else { break }
        for (range, text) in url.text.changesOfURL { replace(url, range, with: text, reaching) }
      case "query", "headers":
        for field in entry.value.mapping ?? [] { mutatePart(field, reaching) }
      case "body": mutatePart(entry, reaching)
      default: break
      }
    }
  }

  /// Other methods, with which a request may have the body that it has.
  private static let otherMethods = [
    "GET": "DELETE", "HEAD": "GET", "POST": "PUT", "PUT": "POST", "PATCH": "PUT", "DELETE": "POST",
  ]

  /// Leaves out an entry, and changes its value.
  private mutating func mutatePart(_ entry: Node.Entry, _ reaching: [Int]) {
    add(.dropRequestPart, at: entry.key.range, reaching: reaching) {
      $0.removingEntry(at: entry.key.range)
    }
    mutateContents(entry.value, reaching)
  }

  private mutating func mutateContents(_ node: Node, _ reaching: [Int]) {
    switch node.content {
    case .scalar(let scalar):
      for text in others(than: scalar) { replace(scalar, with: text, reaching) }
      for range in scalar.text.literalEnds { replace(scalar, range, with: "", reaching) }
    case .sequence(let items): for item in items { mutateContents(item, reaching) }
    case .mapping(let entries): for entry in entries { mutatePart(entry, reaching) }
    }
  }

  private mutating func mutateDuration(_ node: Node, _ reaching: [Int]) {
    guard let scalar = node.scalar, let duration = CEL.Duration(scalar.text) else { return }
    let longer = CEL.Duration(nanoseconds: duration.nanoseconds &+ 1_000_000_000)
    replace(scalar, with: "\(longer)", reaching)
  }

  private mutating func replace(
    _ scalar: Scalar, _ range: Range<Int>? = nil, with text: String, _ reaching: [Int]
  ) {
    add(.changeRequest, at: scalar.range, reaching: reaching) {
      $0.replacing(scalar, range, with: text)
    }
  }
}

extension String {
  /// The ranges, in bytes, of the text before the first `${…}` and of the text after the last one.
  fileprivate var literalEnds: [Range<Int>] {
    guard holdsInterpolation, let start = firstRange(of: "${")?.lowerBound,
      let end = lastIndex(of: "}")
    else { return [] }
    let ends = [
      0..<utf8.distance(from: startIndex, to: start),
      utf8.distance(from: startIndex, to: end) + 1..<utf8.count,
    ]
    return ends.filter { !$0.isEmpty }
  }

  /// The changes of a URL's path: the last segment that is written out is left out, or another one
  /// is added; and the text after the last `${…}` is left out.
  fileprivate var changesOfURL: [(range: Range<Int>, text: String)] {
    let ends = literalEnds
    let isComputed = ends.first?.lowerBound == 0
    let literal = isComputed ? String(utf8.prefix(ends[0].upperBound)) ?? self : self
    var changes = [(range: literal.lastSegment, text: literal.lastSegment.isEmpty ? "/a" : "")]
    if isComputed, ends.count > 1 { changes.append((range: ends[1], text: "")) }
    return changes
  }

  /// The last whole segment of the path in a URL with the slash before it; where there is none, the
  /// empty range behind the host.
  private var lastSegment: Range<Int> {
    let scheme = firstRange(of: "://")?.upperBound ?? startIndex
    let host = self[scheme...].firstIndex { "/?".contains($0) } ?? endIndex
    let end = self[host...].firstIndex(of: "?") ?? endIndex
    var path = self[host..<end]
    // An expression may continue the segment after the last slash.
    if path.last == "/" { path.removeLast() }
    let start = path.lastIndex(of: "/") ?? path.endIndex
    return utf8.distance(
      from: startIndex, to: start)..<utf8.distance(from: startIndex, to: path.endIndex)
  }
}

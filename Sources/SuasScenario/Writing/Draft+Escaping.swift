import SuasSpec
import YAML

/// Texts that would be syntax where they are written.
extension Draft {
  /// The tree with every `${` in it escaped.
  package var escapingInterpolation: Draft {
    switch self {
    case .plain: self
    case .text(let text): .text(text.escapingInterpolation)
    case .sequence(let items): .sequence(items.map(\.escapingInterpolation))
    case .mapping(let entries):
      .mapping(
        entries.map {
          (key: $0.key.escapingInterpolation, value: $0.value.escapingInterpolation)
        })
    }
  }

  /// The tree with every key escaped that would make it a matcher.
  var escapingMatchers: Draft {
    switch self {
    case .plain, .text: self
    case .sequence(let items): .sequence(items.map(\.escapingMatchers))
    case .mapping(let entries):
      .mapping(
        entries.map { (key: $0.key.escapingMatchers, value: $0.value.escapingMatchers) })
    }
  }
}

extension Draft.Key {
  var escapingInterpolation: Draft.Key {
    if case .text(let text) = self { .text(text.escapingInterpolation) } else { self }
  }

  var escapingMatchers: Draft.Key {
    if case .text(let text) = self { .text(MatcherKeyword.escaping(text)) } else { self }
  }
}

extension String {
  /// The text with every `${` escaped.
  var escapingInterpolation: String {
    guard holdsInterpolation else { return self }
    var escaped: [UInt8] = []
    var isAfterDollar = false
    for byte in utf8 {
      if isAfterDollar, byte == UInt8(ascii: "{") { escaped.append(UInt8(ascii: "$")) }
      escaped.append(byte)
      isAfterDollar = byte == UInt8(ascii: "$")
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

import CEL

/// The members of an object in a message, which may be missing or of any type.
package struct Parameters {
  package let value: Value?

  package init(_ value: Value?) { self.value = value }

  package subscript(key: String) -> Parameters {
    if case .map(let members)? = value {
      Parameters(members[.string(key)])
    } else {
      Parameters(nil)
    }
  }

  package var text: String? { if case .string(let text)? = value { text } else { nil } }
  package var flag: Bool? { if case .bool(let flag)? = value { flag } else { nil } }

  package var number: Int? {
    switch value {
    case .int(let number)?: Int(clamping: number)
    case .double(let number)? where number.isFinite && number.rounded() == number:
      Int(exactly: number)
    default: nil
    }
  }

  package var items: [Parameters] {
    if case .list(let list)? = value { list.map { Parameters($0) } } else { [] }
  }

  package func required<Member>(_ member: Member?, _ name: String) throws(ResponseError) -> Member {
    guard let member else { throw ResponseError(.invalidParams, "'\(name)' is missing") }
    return member
  }
}

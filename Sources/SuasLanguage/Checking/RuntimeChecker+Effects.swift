import CEL
import SuasProgram
import YAML

/// Effects: their runs and their outcomes.
extension RuntimeChecker {
  /// - Parameter actions: The effects as actions that can be dispatched.
  @discardableResult
  func checkEffects(
    _ declarations: [EffectDeclaration], as actions: [CheckedAction]
  ) -> [CheckedEffect] {
    defer { survey.owner = nil }
    return zip(declarations, actions).compactMap { declaration, action in
      survey.owner = .effect(declaration.name.text)
      let names = [payload(of: [action]), actionType]
      let reader = readerOfStore(names, readsClock: true)
      let run = check(declaration.run, reader)
      let debounce = declaration.debounce.map { duration($0, "'debounce'", reader) }
      let key = declaration.key.map { self.key($0, keyReader(of: action)) }
      let retry = declaration.retry.map { check($0, reader) }
      let response = response(of: declaration)
      let point = survey.add(
        .effect, "effect '\(declaration.name.text)'", at: declaration.name.range)
      var onSuccess: CheckedOutcome?
      if let response {
        let shape = response.shape
        // Without a response, its slot has a name that nobody can write.
        let name = declaration.run.isWithoutResponse ? "#" : "response"
        let variable = Variable(name: name, type: .record(shape.name))
        onSuccess = outcome(
          declaration.onSuccess,
          readerOfStore(names + [variable], adding: [shape], readsClock: true))
      }
      let failure = RecordType.effectError(isSensitive: declaration.isSensitive).shape
      let error = Variable(name: "error", type: .record(failure.name))
      let onFailure = outcome(
        declaration.onFailure,
        readerOfStore(
          names + [error], adding: [failure], readsClock: true))
      let onEnd = outcome(declaration.onEnd, reader)
      guard let run, let response else { return nil }
      if case .some(nil) = debounce { return nil }
      if case .some(nil) = key { return nil }
      if case .some(nil) = retry { return nil }
      return CheckedEffect(
        action: action, place: declaration.name.range, run: run, debounce: debounce ?? nil,
        isLatest: declaration.isLatest, key: key ?? nil, retry: retry ?? nil,
        isStream: declaration.stream != nil, onSuccess: onSuccess, onFailure: onFailure,
        onEnd: onEnd, isSensitive: declaration.isSensitive, response: response, point: point)
    }
  }

  private func response(of effect: EffectDeclaration) -> RecordType? {
    let name = "the response of '\(effect.name.text)'"
    func record(_ fields: [(String, FieldType)]) -> RecordType {
      RecordType(
        name: name,
        fields: fields.map { name, type in
          var field = RecordType.Field(name: name, type: type, default: nil)
          field.isSensitive = effect.isSensitive
          return field
        }, enums: types.enums)
    }
    switch effect.run {
    case .http(let http):
      guard let body = http.response.map(checker.resolve) ?? .any else { return nil }
      return record([
        ("status", .int), ("headers", .map(key: .string, value: .string)), ("body", body),
      ])
    case .readFile: return record([("text", .string)])
    case .delay, .every, .writeFile: return record([])
    case .custom(_, _, let result):
      guard let result else { return record([]) }
      return checker.resolve(result).map { record([("result", $0)]) }
    }
  }

  private func check(_ retry: RetryDeclaration, _ reader: ValueReader) -> CheckedRetry? {
    let none = CheckedTemplate.constant(.duration(CEL.Duration(nanoseconds: 0)))
    let delay = retry.delay.map { duration($0, "'delay'", reader) } ?? none
    return delay.map { CheckedRetry(times: retry.times, delay: $0) }
  }

  private func duration(_ node: Node, _ what: String, _ reader: ValueReader) -> CheckedTemplate? {
    let template = reader.read(node, as: .duration)
    if case .duration(let duration)? = template?.constant, duration.nanoseconds < 0 {
      sink.report(.negativeDuration(what, at: node.range))
      return nil
    }
    return template
  }

  private func check(_ run: RunDeclaration, _ reader: ValueReader) -> CheckedRun? {
    switch run {
    case .http(let http):
      return check(http, reader).map { .http($0) }
    case .delay(let node):
      return duration(node, "'delay'", reader).map { .delay($0) }
    case .every(let node):
      let interval = duration(node, "'every'", reader)
      if case .duration(let duration)? = interval?.constant, duration.nanoseconds == 0 {
        sink.report(.emptyInterval(at: node.range))
        return nil
      }
      return interval.map { .every($0) }
    case .readFile(let path):
      return reader.readText(path, "a path").map { .readFile(path: $0) }
    case .writeFile(let path, let value):
      let path = reader.readText(path, "a path")
      let value = reader.read(value, as: .any)
      guard let path, let value else { return nil }
      return .writeFile(path: path, value: value)
    case .custom(let name, let input, _):
      let template = input.map { reader.read($0, as: .any) } ?? .constant(.null)
      return template.map { .custom(name: name.text, input: $0) }
    }
  }

  private func check(_ http: HTTPDeclaration, _ reader: ValueReader) -> CheckedHTTP? {
    let method = method(of: http)
    let url = url(http.url, reader)
    let query = texts(http.query, reader)
    let headers = texts(http.headers, reader).flatMap { check($0, of: http) }
    let body = http.body.map { reader.read($0.value, as: .any) }
    let timeout =
      http.timeout.map { duration($0, "'timeout'", reader) }
      ?? .constant(.duration(CheckedHTTP.defaultTimeout))
    guard let method, let url, let query, let headers, let timeout else { return nil }
    if case .some(nil) = body { return nil }
    if let entry = http.body, CheckedHTTP.methodsWithoutBody.contains(method) {
      sink.report(.bodyOfRequest(entry.key, method, at: http.method?.range))
      return nil
    }
    return CheckedHTTP(
      method: method, url: url, query: query, headers: headers, body: body ?? nil,
      timeout: timeout, expected: http.expected)
  }

  private func method(of http: HTTPDeclaration) -> String? {
    guard let scalar = http.method else { return "GET" }
    let method = scalar.text
    if method.isMethod { return method.uppercased() }
    sink.report(
      method.uppercased() == "CONNECT" ? .tunnelMethod(scalar) : .notAMethod(scalar))
    return nil
  }

  private func texts(
    _ entries: [Node.Entry], _ reader: ValueReader
  ) -> [(name: String, value: CheckedTemplate)]? {
    let texts = entries.compactMap { entry in
      reader.readText(entry.value, "a text").map { (name: entry.key.text, value: $0) }
    }
    return texts.count == entries.count ? texts : nil
  }

  /// Checks that the names of headers, and their values if they are constant, can be sent.
  private func check(
    _ headers: [(name: String, value: CheckedTemplate)], of http: HTTPDeclaration
  ) -> [(name: String, value: CheckedTemplate)]? {
    var isSound = true
    for (header, entry) in zip(headers, http.headers) {
      if !header.name.isToken {
        sink.report(.notAHeader(entry.key))
        isSound = false
      } else if header.name.namesConnectionHeader {
        sink.report(.connectionHeader(entry.key))
        isSound = false
      }
      if let value = header.value.constant, !value.interpolated.canStandInHeader {
        sink.report(.unwritableHeader(header.name, at: entry.value.range))
        isSound = false
      }
    }
    return isSound ? headers : nil
  }

  /// Checks a URL: its scheme and host are literal, the scheme in any case (RFC 3986, section 3.1).
  private func url(_ scalar: Scalar, _ reader: ValueReader) -> CheckedURL? {
    guard case .text(let pieces, _)? = reader.readPieces(scalar) else { return nil }
    let isWritable = pieces.allSatisfy { piece in
      guard case .text(let text) = piece else { return true }
      return text.unicodeScalars.allSatisfy {
        $0 > " " && $0 != "\u{7F}" && $0 != "#" && $0 != "\\"
      }
    }
    guard isWritable else {
      sink.report(.unwritableURL(at: scalar.range))
      return nil
    }
    guard case .text(var start)? = pieces.first,
      let scheme = ["http://", "https://"].first(where: { start.lowercased().hasPrefix($0) })
    else {
      sink.report(
        pieces.contains { if case .computed = $0 { true } else { false } }
          ? .computedHost(at: scalar.range) : .notAURL(at: scalar.range))
      return nil
    }
    let rest = start.dropFirst(scheme.utf8.count)
    let host = rest.prefix { !"/?".contains($0) }
    guard !host.isEmpty else {
      sink.report(
        pieces.count > 1 && rest.isEmpty
          ? .computedHost(at: scalar.range) : .notAURL(at: scalar.range))
      return nil
    }
    guard pieces.count == 1 || host.endIndex < rest.endIndex else {
      sink.report(.computedHost(at: scalar.range))
      return nil
    }
    guard check(authority: host, at: scalar.range) else { return nil }
    // Clients recognize the scheme in lower case only.
    start.replaceSubrange(..<rest.startIndex, with: scheme)
    return CheckedURL(pieces: [.text(start)] + pieces.dropFirst())
  }

  /// Checks that a host is valid; a name that is not ASCII is left to the ``SpecHost`` to convert.
  private func check(authority: Substring, at range: SourceRange) -> Bool {
    do throws(URLAuthority.Problem) {
      _ = try URLAuthority(authority)
      return true
    } catch {
      if error == .host, !authority.utf8.allSatisfy({ $0 < 0x80 }) { return true }
      sink.report(.badAuthority(String(authority), error, at: range))
      return false
    }
  }
}

extension CheckedHTTP {
  /// The methods whose requests clients send without a body (RFC 9110, sections 9.3.1, 9.3.2 and
  /// 9.3.8).
  fileprivate static let methodsWithoutBody: Set<String> = ["GET", "HEAD", "TRACE"]

  /// The timeout of a request that sets none.
  fileprivate static let defaultTimeout = CEL.Duration(nanoseconds: 30_000_000_000)
}

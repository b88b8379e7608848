import CEL
import Suas

/// What a running spec needs from the app that it runs in.
public struct SpecHost: Sendable {
  /// Where the time comes from: `${now}`, and everything that effects wait for.
  public var clock: any SpecClock

  /// What performs requests; without it, effects wait until they are answered or time out.
  public var perform: EffectPerformer?

  /// What performs `custom` effects, by their names; the others go to ``perform``.
  var customEffects: [String: CustomEffect] = [:]

  /// Is told of each answer that has come, which then waits until it is asked for; nil where
  /// answers take effect when they come.
  package var onArrival: (@Sendable () -> Void)?

  /// What stands for `monitor` in the spec's middleware; nothing unless it is set.
  public var makeMonitor: @Sendable () -> (any Middleware)?

  /// What stands for `logger`: a `LoggerMiddleware` unless something else is set.
  public var makeLogger: @Sendable () -> (any Middleware)?

  /// What `uuid()` is made from; without it, from what the system calls random.
  public var seed: Int64?

  public init(
    clock: any SpecClock = SystemClock(), perform: EffectPerformer? = nil,
    makeMonitor: @escaping @Sendable () -> (any Middleware)? = { nil },
    makeLogger: @escaping @Sendable () -> (any Middleware)? = { LoggerMiddleware() },
    seed: Int64? = nil
  ) {
    self.clock = clock
    self.perform = perform
    self.makeMonitor = makeMonitor
    self.makeLogger = makeLogger
    self.seed = seed
  }
}

/// Performs a custom effect: makes its result of its input.
typealias CustomEffect = @Sendable (_ input: Value, _ types: TypeTable) async throws -> Value

extension SpecHost {
  /// Performs the `custom` effects of a name by a function on the app's own types.
  ///
  /// An input that cannot be decoded, and an error that the function throws, are failures of the
  /// effect; so is a result that does not fit the declared type.
  public mutating func performCustom<
    Input: Decodable & Sendable, Output: Encodable & SendableMetatype
  >(
    _ name: String, _ effect: @escaping @Sendable (Input) async throws -> Output
  ) {
    customEffects[name] = { input, types in
      let input = try ValueDecoder.decode(Input.self, from: input)
      return try Encoded(try await effect(input)).value(as: .any, types)
    }
  }

  /// What performs a request; nil where nothing does.
  func performer(of request: EffectRequest, _ types: TypeTable) -> (
    @Sendable () async -> EffectAnswer
  )? {
    if case .custom(let name, let input) = request, let effect = customEffects[name] {
      return { () async -> EffectAnswer in
        do {
          return .result(try await effect(input, types))
        } catch {
          return .failure(SuasSpec.message(of: error))
        }
      }
    }
    guard let perform else { return nil }
    return { await perform(request) }
  }
}

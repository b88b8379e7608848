import CEL
import Suas
import SuasEngine
import SuasProgram

/// The services that a running spec needs from its app.
public struct SpecHost: Sendable {
  /// The source of the time: for `${now}`, and for everything that effects wait for.
  public var clock: any SpecClock

  /// The function that performs requests; without it, effects wait for an answer or time out.
  public var perform: EffectPerformer?

  /// The functions that perform `custom` effects, by name; the others go to ``perform``.
  var customEffects: [String: CustomEffect] = [:]

  /// A callback for the arrival of each answer, which then waits until it is taken; if nil, answers
  /// take effect when they arrive.
  package var onArrival: (@Sendable () -> Void)?

  /// Makes the middleware that `monitor` stands for in the spec; returns nil by default.
  public var makeMonitor: @Sendable () -> (any Middleware)?

  /// Makes the middleware that `logger` stands for; returns a `LoggerMiddleware` by default.
  public var makeLogger: @Sendable () -> (any Middleware)?

  /// The seed of `uuid()`; if nil, the system's random numbers are used.
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

/// A function that performs a custom effect: it computes the result from the input.
typealias CustomEffect = @Sendable (_ input: Value, _ types: TypeTable) async throws -> Value

extension SpecHost {
  /// Registers a function on the app's own types to perform the `custom` effects of a name.
  ///
  /// An effect fails if its input cannot be decoded, if the function throws an error, or if the
  /// result does not fit the declared type.
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

  /// Returns the function that performs a request; nil if there is none.
  func performer(of request: EffectRequest, _ types: TypeTable) -> (
    @Sendable () async -> EffectAnswer
  )? {
    if case .custom(let name, let input) = request, let effect = customEffects[name] {
      return { () async -> EffectAnswer in
        do {
          return .result(try await effect(input, types))
        } catch {
          return .failure(SuasEngine.message(of: error))
        }
      }
    }
    guard let perform else { return nil }
    return { await perform(request) }
  }
}

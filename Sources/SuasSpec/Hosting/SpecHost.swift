import CEL
import Suas

/// What a running spec needs from the app that it runs in.
public struct SpecHost: Sendable {
  /// Where the time comes from: `${now}`, and everything that effects wait for.
  public var clock: any SpecClock

  /// What performs requests; without it, effects wait until they are answered or time out.
  public var perform: EffectPerformer?

  /// Is told of each answer that has come, which then waits until it is asked for; nil where
  /// answers take effect when they come.
  package var onArrival: (@Sendable () -> Void)?

  /// What stands for `monitor` in the spec's middleware; nothing unless it is set.
  public var makeMonitor: @Sendable () -> (any Middleware)?

  /// What stands for `logger`: a ``LoggerMiddleware`` unless something else is set.
  public var makeLogger: @Sendable () -> (any Middleware)?

  /// What `uuid()` is made of.
  public var makeRandom: @Sendable () -> any RandomNumberGenerator & Sendable

  public init(
    clock: any SpecClock = SystemClock(), perform: EffectPerformer? = nil,
    makeMonitor: @escaping @Sendable () -> (any Middleware)? = { nil },
    makeLogger: @escaping @Sendable () -> (any Middleware)? = { LoggerMiddleware() },
    makeRandom: @escaping @Sendable () -> any RandomNumberGenerator & Sendable = {
      SystemRandomNumberGenerator()
    }
  ) {
    self.clock = clock
    self.perform = perform
    self.makeMonitor = makeMonitor
    self.makeLogger = makeLogger
    self.makeRandom = makeRandom
  }
}

extension ContinuousClock.Instant {
  /// The whole milliseconds until this time; zero or less if it has passed.
  var millisecondsLeft: Int32 {
    let left = (self - .now).components
    return Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
  }
}

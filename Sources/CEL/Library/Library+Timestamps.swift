/// Timestamps and durations (CEL spec, "Standard Definitions": timestamp and duration functions).
extension Library {
  static let times: [Function] =
    [toTimestamp, toDuration, toString]
    + [
      part("getFullYear", doc: "The year.") { $0.year },
      part("getMonth", doc: "The month, from 0.") { $0.monthFromZero },
      part("getDayOfYear", doc: "The day of the year, from 0.") { $0.dayOfYear },
      part("getDayOfMonth", doc: "The day of the month, from 0.") { $0.dayFromZero },
      part("getDate", doc: "The day of the month, from 1.") { $0.day },
      part("getDayOfWeek", doc: "The day of the week, from 0 for Sunday.") { $0.dayOfWeek },
      part("getHours", doc: "The hour of the day.", of: "The whole hours.") {
        $0.hours
      } duration: {
        $0.hours
      },
      part("getMinutes", doc: "The minute of the hour.", of: "The whole minutes.") {
        $0.minutes
      } duration: {
        $0.minutes
      },
      part("getSeconds", doc: "The second of the minute.", of: "The whole seconds.") {
        $0.secondsOfMinute
      } duration: {
        $0.seconds
      },
      part(
        "getMilliseconds", doc: "The milliseconds of the second.",
        of: "The milliseconds past the whole seconds."
      ) {
        $0.milliseconds
      } duration: {
        $0.milliseconds
      },
    ]

  private static let toTimestamp = Function(
    "timestamp",
    [
      .of("timestamp_to_timestamp", doc: "The time itself.") {
        (a: Timestamp, _) throws(Failure) in a
      },
      .of("int64_to_timestamp", doc: "The time this number of seconds after the start of 1970.") {
        (a: Int64, _) throws(Failure) in
        guard let result = Timestamp(seconds: a) else { throw .overflow("timestamp") }
        return result
      },
      .of("string_to_timestamp", doc: "The time parsed from RFC 3339.") {
        (a: String, _) throws(Failure) in
        guard let result = Timestamp(a) else {
          throw .invalidArgument("\(a.brief) is no timestamp")
        }
        return result
      },
    ])

  private static let toDuration = Function(
    "duration",
    [
      .of("duration_to_duration", doc: "The duration itself.") {
        (a: Duration, _) throws(Failure) in a
      },
      .of("int64_to_duration", doc: "A duration of this number of nanoseconds.") {
        (a: Int64, _) throws(Failure) in
        Duration(nanoseconds: a)
      },
      .of("string_to_duration", doc: "The duration parsed from a text such as 1h30m or 1.5s.") {
        (a: String, _) throws(Failure) in
        guard let result = Duration(a) else {
          throw .invalidArgument("\(a.brief) is no duration")
        }
        return result
      },
    ])

  private static let toString = Function(
    "string",
    [
      .of("timestamp_to_string", doc: "The time in RFC 3339, in UTC.") {
        (a: Timestamp, _) throws(Failure) in a.description
      },
      .of("duration_to_string", doc: "The duration in seconds, such as 90s.") {
        (a: Duration, _) throws(Failure) in a.description
      },
    ])

  private static func part(
    _ name: String, doc: String, of durationDoc: String = "",
    _ get: @escaping @Sendable (CivilTime) -> Int64,
    duration: (@Sendable (Duration) -> Int64)? = nil
  ) -> Function {
    var overloads: [Overload] = [
      .of("timestamp_\(name)", isMember: true, doc: doc) { (a: Timestamp, _) throws(Failure) in
        get(a.civilTime())
      },
      .of("timestamp_\(name)_with_tz", isMember: true, doc: "\(doc) In a time zone.") {
        (a: Timestamp, b: String, budget) throws(Failure) in
        try budget.spend(10)
        return get(try a.civilTime(in: b))
      },
    ]
    if let duration {
      overloads.append(
        .of("duration_\(name)", isMember: true, doc: durationDoc) {
          (a: Duration, _) throws(Failure) in duration(a)
        })
    }
    return Function(name, overloads)
  }
}

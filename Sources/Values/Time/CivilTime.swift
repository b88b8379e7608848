/// A point in time as a calendar date and a time of day (proleptic Gregorian calendar).
package struct CivilTime {
  package var year: Int64
  /// The month, from 1.
  package var month: Int64
  /// The day of the month, from 1.
  package var day: Int64
  package var secondOfDay: Int64
  package var nanoseconds: Int32
  /// The number of days from 1970-01-01 to the date.
  package var days: Int64

  /// - Parameter seconds: The number of seconds from 1970-01-01T00:00:00 on the same clock.
  package init(seconds: Int64, nanoseconds: Int32) {
    self.nanoseconds = nanoseconds
    days = seconds.floorDivided(by: 86400)
    secondOfDay = seconds - days * 86400
    // Years begin in March here, so that the leap day is a year's last; 400 years are an era.
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var monthFromZero: Int64 { month - 1 }
  package var dayFromZero: Int64 { day - 1 }
  package var hours: Int64 { secondOfDay / 3600 }
  package var minutes: Int64 { secondOfDay / 60 % 60 }
  package var secondsOfMinute: Int64 { secondOfDay % 60 }
  package var milliseconds: Int64 { Int64(nanoseconds) / 1_000_000 }

  /// The day of the year, from 0.
  package var dayOfYear: Int64 { days - Self.days(year: year, month: 1, day: 1) }

  /// The day of the week, from 0, which is Sunday.
  package var dayOfWeek: Int64 { (days + 4) - (days + 4).floorDivided(by: 7) * 7 }

  /// Returns the number of days from 1970-01-01 to a date.
  package static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Timestamp {
  /// The time on a clock that is a number of seconds ahead of UTC.
  package func civilTime(offset: Int64 = 0) -> CivilTime {
    CivilTime(seconds: seconds + offset, nanoseconds: nanoseconds)
  }
}

extension Int64 {
  package func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The rows: printed one by one as a Markdown table, and available as JSON.
struct Report {
  private var rows: [Row] = []

  mutating func add(_ added: [Row]) {
    if rows.isEmpty {
      print("| | | median | least – most | checksum |\n|---|---|---:|---:|---|")
    }
    for row in added {
      print(
        """
        | \(row.bench == rows.last?.bench ? "" : row.bench) | \(row.name) \
        | \(row.median.rounded3) \(row.unit.rawValue) \
        | \(row.least.rounded3) – \(row.most.rounded3) | \(row.result ?? "") |
        """)
      rows.append(row)
    }
    fflush(nil)
  }

  var json: String {
    let objects = rows.map { row in
      """
        {"bench": "\(row.bench)", "name": "\(row.name)", "unit": "\(row.unit.rawValue)", \
      "median": \(row.median), "least": \(row.least), "most": \(row.most)\
      \(row.result.map { ", \"checksum\": \"\($0)\"" } ?? "")}
      """
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}

extension Double {
  /// The number with three significant digits, or with all digits before the point.
  fileprivate var rounded3: String {
    switch magnitude {
    case 100...: Int(rounded()).description.groupedByThousands
    case 10..<100: ((self * 10).rounded() / 10).description
    default: ((self * 100).rounded() / 100).description
    }
  }
}

extension String {
  fileprivate var groupedByThousands: String {
    var result = ""
    for (index, digit) in enumerated() {
      if index > 0, (count - index) % 3 == 0, result != "-" { result += "," }
      result.append(digit)
    }
    return result
  }
}
